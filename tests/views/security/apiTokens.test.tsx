import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ApiToken, NewApiToken } from '../../../src/schemas/security/apiTokens'
import { ApiError } from '../../../src/services/api/api'
import ApiTokens from '../../../src/views/security/ApiTokens'
import { shortTime } from '../../../src/views/ui/localTimes'
import { closingIsQuestioned } from '../../support/renderConsole'
import { renderPart } from '../../support/renderPart'
import { withResolvers } from '../../support/withResolvers'

const localTime = (at: string) => shortTime(new Date(at))

const report: ApiToken = {
  id: 1,
  name: 'weekly report',
  scope: 'read',
  created_at: '2026-01-02T03:04:05.000Z',
  expires_at: '2026-06-07T08:09:10.000Z',
  last_used_at: '2026-02-03T04:05:06.000Z',
  last_address: '192.0.2.7',
}
const agent: ApiToken = {
  id: 2,
  name: 'drafting agent',
  scope: 'draft',
  created_at: '2026-03-04T05:06:07.000Z',
  expires_at: '2026-07-08T09:10:11.000Z',
  last_used_at: null,
  last_address: null,
}

const open = async (tokens: ApiToken[] = [report, agent], api: object = {}) => {
  const listApiTokens = vi.fn(async () => tokens)
  const view = renderPart(<ApiTokens />, { api: { listApiTokens, ...api } })
  const section = within(await screen.findByRole('region', { name: 'API tokens' }))
  return { ...view, section, listApiTokens }
}

const button = (name: string) => screen.getByRole('button', { name })
const isDisabled = (name: string) => button(name).hasAttribute('disabled')
const name = () => screen.getByLabelText<HTMLInputElement>('Token name')
const scope = () => screen.getByLabelText<HTMLSelectElement>('Permission')
const days = () => screen.getByLabelText<HTMLInputElement>('Expires after (days)')
const typed = () => [name().value, scope().value, days().value]

describe('the list of API tokens', () => {
  it('shows for each token its permission, its expiry, and its last use', async () => {
    const { section } = await open()
    const rows = section.getAllByRole('listitem').map((row) => [...row.querySelectorAll('p')].map((p) => p.textContent))
    expect(rows).toEqual([
      [
        'weekly report',
        `Read, until ${localTime('2026-06-07T08:09:10.000Z')}, used ${localTime('2026-02-03T04:05:06.000Z')} from 192.0.2.7`,
      ],
      ['drafting agent', `Read and draft, until ${localTime('2026-07-08T09:10:11.000Z')}, never used`],
    ])
  })

  it('is hidden if it is empty, without a question', async () => {
    const { section } = await open([])
    expect(section.queryByRole('list')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(section.queryByRole('status')).toBeNull()
  })

  it('is hidden if the server has none', async () => {
    const listApiTokens = vi.fn(() => Promise.reject(new ApiError(404, undefined)))
    const { container } = renderPart(<ApiTokens />, { api: { listApiTokens } })
    await act(async () => {})
    expect([listApiTokens.mock.calls.length, container.textContent]).toEqual([1, ''])
  })

  it('can be requested again if it does not load', async () => {
    const listApiTokens = vi.fn(async () => [report]).mockRejectedValueOnce(new ApiError(500, undefined))
    const { user } = renderPart(<ApiTokens />, { api: { listApiTokens } })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText('weekly report')
    expect(listApiTokens).toHaveBeenCalledTimes(2)
  })
})

describe('a new API token', () => {
  const made: NewApiToken = { ...agent, id: 3, name: 'night shift', token: 'acb_1234' }

  it('may read for 30 days by default', async () => {
    const { section } = await open()
    expect(typed()).toEqual(['', 'read', '30'])
    expect(
      within(scope())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Read', 'Read and draft'])
    expect(section.getByRole('button', { name: 'Create an API token' }).getAttribute('type')).toBe('submit')
    expect(days().inputMode).toBe('numeric')
  })

  it('is created from the typed values, shown once, and protected from closing the tab', async () => {
    const answer = withResolvers<NewApiToken>()
    const createApiToken = vi.fn(() => answer.promise)
    const { user, section, copied, listApiTokens } = await open([report], { createApiToken })
    await user.type(name(), 'night shift')
    await user.selectOptions(scope(), 'draft')
    await user.clear(days())
    await user.type(days(), '7')
    await user.click(button('Create an API token'))
    expect([isDisabled('Creating...'), isDisabled('Revoke weekly report')]).toEqual([true, true])
    expect(createApiToken.mock.calls).toEqual([[{ body: { name: 'night shift', scope: 'draft', days: 7 } }]])
    expect(closingIsQuestioned()).toBe(false)
    await act(async () => answer.resolve(made))
    expect(section.getByText(/^Store the token/).closest('p')?.textContent).toBe(
      'Store the token night shift where your script reads it. It is shown only once.',
    )
    section.getByText('acb_1234')
    expect(closingIsQuestioned()).toBe(true)
    expect([name().closest('form')?.hidden, isDisabled('Revoke weekly report')]).toEqual([true, true])
    await user.click(button('Copy the token'))
    expect(copied).toEqual(['acb_1234'])
    await user.click(button('I stored the token'))
    expect(await screen.findByRole('textbox', { name: 'Token name' })).toBeDefined()
    expect(section.queryByText('acb_1234')).toBeNull()
    expect([typed(), name().closest('form')?.hidden]).toEqual([['', 'read', '30'], false])
    expect([closingIsQuestioned(), listApiTokens.mock.calls.length]).toEqual([false, 2])
  })

  it('needs a name and a number of days', async () => {
    const createApiToken = vi.fn()
    const { user } = await open([], { createApiToken })
    await user.clear(days())
    await user.type(days(), '366')
    await user.click(button('Create an API token'))
    const told = [name(), scope(), days()].map((field) =>
      document.getElementById(field.getAttribute('aria-describedby') ?? ''),
    )
    expect(told.map((note) => note?.textContent)).toEqual(['Name is required', undefined, 'Must be 1 to 365 days'])
    expect(createApiToken).not.toHaveBeenCalled()
  })

  it('is refused in the words of the server at its name, without losing the typed values', async () => {
    const createApiToken = vi.fn(() => Promise.reject(new ApiError(409, 'You have 20 already')))
    const { user } = await open([report], { createApiToken })
    await user.type(name(), 'night shift')
    await user.selectOptions(scope(), 'draft')
    await user.click(button('Create an API token'))
    await screen.findByText('You have 20 already')
    expect(document.getElementById(name().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'You have 20 already',
    )
    expect([typed(), isDisabled('Create an API token'), isDisabled('Revoke weekly report')]).toEqual([
      ['night shift', 'draft', '30'],
      false,
      false,
    ])
  })
})

describe('a revoked API token', () => {
  it('needs a confirmation, and stays if that is cancelled', async () => {
    const { user } = await open()
    await user.click(button('Revoke drafting agent'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Revoke drafting agent?' }))
    question.getByText('Scripts that use this token are refused immediately. You cannot restore it.')
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await act(async () => {})
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(isDisabled('Revoke drafting agent')).toBe(false)
  })

  it('disappears when the server confirms', async () => {
    const ended = withResolvers()
    const endApiToken = vi.fn(() => ended.promise)
    const { user, listApiTokens } = await open([report, agent], { endApiToken })
    await user.click(button('Revoke drafting agent'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Revoke drafting agent?' }))
    await user.click(question.getByRole('button', { name: 'Revoke' }))
    expect(question.getByRole('button', { name: 'Revoking...' }).hasAttribute('disabled')).toBe(true)
    expect(endApiToken.mock.calls).toEqual([[{ params: { apiTokenId: 2 } }]])
    listApiTokens.mockResolvedValue([report])
    await act(async () => ended.resolve())
    expect(screen.queryByText('drafting agent')).toBeNull()
  })
})
