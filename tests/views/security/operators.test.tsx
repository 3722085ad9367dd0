import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Grant, OperatorEntry, Pass } from '../../../src/schemas/security/operators'
import type { Allowances } from '../../../src/schemas/usage/allowances'
import { ApiError } from '../../../src/services/api/api'
import Operators from '../../../src/views/security/Operators'
import OwnGrants from '../../../src/views/security/OwnGrants'
import { shortTime } from '../../../src/views/ui/localTimes'
import { closingIsQuestioned } from '../../support/renderConsole'
import { renderPart } from '../../support/renderPart'
import { withResolvers } from '../../support/withResolvers'

const localTime = (at: string) => shortTime(new Date(at))

const entry = (id: number, name: string, more: Partial<OperatorEntry> = {}): OperatorEntry => ({
  id,
  email: `${name}@example.com`,
  username: name,
  is_admin: false,
  created_at: `2026-01-0${id}T03:04:05.000Z`,
  disabled_at: null,
  last_used_at: `2026-02-0${id}T04:05:06.000Z`,
  has_second_factor: false,
  ...more,
})
const ada = entry(1, 'ada', { is_admin: true, has_second_factor: true })
const bob = entry(2, 'bob', { has_second_factor: true })
const cyd = entry(3, 'cyd', { is_admin: true, last_used_at: null })
const dan = entry(4, 'dan', { disabled_at: '2026-03-04T05:06:07.000Z', is_admin: true })

const pass: Pass = { token: 'pass-1', expires_at: '2026-06-07T08:09:10.000Z' }

const grant = (id: number, purpose: Grant['purpose'], more: Partial<Grant> = {}): Grant => ({
  id,
  purpose,
  name: null,
  email: null,
  issued_by: null,
  created_at: `2026-03-0${id}T03:04:05.000Z`,
  expires_at: `2026-04-0${id}T04:05:06.000Z`,
  ...more,
})
const grants = [
  grant(1, 'invitation', { issued_by: 'ada@example.com' }),
  grant(2, 'reset', { email: 'bob@example.com' }),
  grant(3, 'apiToken', { name: 'Night script', email: 'cyd@example.com', issued_by: 'cyd@example.com' }),
]
const noGrants = async (): Promise<Grant[]> => []

const open = async (api: object = {}) => {
  const listOperators = vi.fn(async () => [ada, bob, cyd, dan])
  const view = renderPart(<Operators me={ada} />, { api: { listOperators, listGrants: noGrants, ...api } })
  await screen.findByRole('table', { name: 'Operators' })
  return { ...view, listOperators }
}

const button = (name: string) => screen.getByRole('button', { name })
const isDisabled = (name: string) => button(name).hasAttribute('disabled')

const acts = [
  'Invite an operator',
  'Turn off second factor of bob@example.com',
  'Reset password of bob@example.com',
  'Disable bob@example.com',
  'Re-enable dan@example.com',
  'Delete dan@example.com',
]
const held6 = (is: boolean) => acts.map(() => is)

describe('the operators of a server', () => {
  it('are listed with their role, their last sign-in, and the possible actions', async () => {
    await open()
    const table = screen.getByRole('table', { name: 'Operators' })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [
        ...[...row.children].slice(0, 4).map((cell) => cell.lastChild?.textContent),
        ...within(row)
          .queryAllByRole('button')
          .map((act) => [act.getAttribute('aria-label'), act.textContent]),
        row.textContent?.includes('This is you'),
      ])
    expect(rows).toEqual([
      ['Operator', 'State', 'Last seen', 'Since', false],
      [
        'ada@example.com',
        'Administrator',
        localTime('2026-02-01T04:05:06.000Z'),
        localTime('2026-01-01T03:04:05.000Z'),
        ['Limits of ada@example.com', 'Limits'],
        ['Remove administrator ada@example.com', 'Remove administrator'],
        true,
      ],
      [
        'bob@example.com',
        'Active',
        localTime('2026-02-02T04:05:06.000Z'),
        localTime('2026-01-02T03:04:05.000Z'),
        ['Limits of bob@example.com', 'Limits'],
        ['Turn off second factor of bob@example.com', 'Turn off second factor'],
        ['Make administrator bob@example.com', 'Make administrator'],
        ['Reset password of bob@example.com', 'Reset password'],
        ['Disable bob@example.com', 'Disable'],
        false,
      ],
      [
        'cyd@example.com',
        'Administrator',
        'Not signed in',
        localTime('2026-01-03T03:04:05.000Z'),
        ['Limits of cyd@example.com', 'Limits'],
        ['Remove administrator cyd@example.com', 'Remove administrator'],
        ['Reset password of cyd@example.com', 'Reset password'],
        ['Disable cyd@example.com', 'Disable'],
        false,
      ],
      [
        'dan@example.com',
        'Disabled',
        localTime('2026-02-04T04:05:06.000Z'),
        localTime('2026-01-04T03:04:05.000Z'),
        ['Limits of dan@example.com', 'Limits'],
        ['Re-enable dan@example.com', 'Re-enable'],
        ['Delete dan@example.com', 'Delete'],
        false,
      ],
    ])
    expect(acts.map(isDisabled)).toEqual(held6(false))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are loading, and can be requested again if they do not load', async () => {
    const list = withResolvers<OperatorEntry[]>()
    const listOperators = vi.fn(() => list.promise)
    const { user } = renderPart(<Operators me={ada} />, { api: { listOperators, listGrants: noGrants } })
    expect(screen.getByRole('status').textContent).toBe('Loading...')
    expect(isDisabled('Invite an operator')).toBe(true)
    await act(async () => list.reject(new ApiError(500, undefined)))
    expect(screen.queryByRole('table')).toBeNull()
    listOperators.mockResolvedValue([ada])
    await user.click(button('Try again'))
    await screen.findByRole('table', { name: 'Operators' })
  })

  it.each([
    ['Disable bob@example.com', 'updateOperator', { params: { operatorId: 2 }, body: { disabled: true } }],
    ['Re-enable dan@example.com', 'updateOperator', { params: { operatorId: 4 }, body: { disabled: false } }],
  ])('allow no other action while one is changed: %s', async (name, call, request) => {
    const answer = withResolvers()
    const changed = vi.fn(() => answer.promise)
    const { user, listOperators } = await open({ [call]: changed })
    await user.click(button(name))
    expect(changed.mock.calls).toEqual([[request]])
    expect(acts.map(isDisabled)).toEqual(held6(true))
    expect(button('Invite an operator').hasAttribute('aria-busy')).toBe(false)
    await act(async () => answer.resolve())
    expect(acts.map(isDisabled)).toEqual(held6(false))
    expect(listOperators).toHaveBeenCalledTimes(2)
  })
})

describe('a second factor', () => {
  const name = 'Turn off second factor of bob@example.com'

  it('is turned off after a confirmation with the name and the effects', async () => {
    const answer = withResolvers()
    const removeOperatorFactor = vi.fn(() => answer.promise)
    const { user, listOperators } = await open({ removeOperatorFactor })
    await user.click(button(name))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText('Turn off the second factor of bob@example.com?')
    question.getByText(/^This deletes their authenticator app, passkeys and recovery codes/)
    expect(removeOperatorFactor).not.toHaveBeenCalled()
    await user.click(question.getByRole('button', { name: 'Turn off second factor' }))
    expect(removeOperatorFactor.mock.calls).toEqual([[{ params: { operatorId: 2 } }]])
    question.getByText('Turning off...')
    await act(async () => answer.resolve())
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(listOperators).toHaveBeenCalledTimes(2)
  })

  it('stays if the confirmation is cancelled', async () => {
    const removeOperatorFactor = vi.fn()
    const { user } = await open({ removeOperatorFactor })
    await user.click(button(name))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(removeOperatorFactor).not.toHaveBeenCalled()
    expect(acts.map(isDisabled)).toEqual(held6(false))
  })
})

describe('a new link', () => {
  it.each([
    [
      'Invite an operator',
      'inviteOperator',
      {},
      'Send this link to the new operator.',
      'sign-up',
      'Copy the invitation',
    ],
    [
      'Reset password of cyd@example.com',
      'resetOperator',
      { params: { operatorId: 3 } },
      'Send this link to cyd@example.com. Setting a new password with it signs them out everywhere.',
      'reset',
      'Copy the link',
    ],
  ])('by "%s" is shown once, until the operator confirms', async (name, call, request, words, page, copy) => {
    const answer = withResolvers<Pass>()
    const made = vi.fn(() => answer.promise)
    const { user, copied } = await open({ [call]: made })
    await user.click(button(name))
    expect(made.mock.calls).toEqual([[request]])
    expect(button('Invite an operator').getAttribute('aria-busy')).toBe(name.startsWith('Invite') ? 'true' : null)
    expect(acts.map(isDisabled)).toEqual(held6(true))
    expect([screen.queryByRole('status'), closingIsQuestioned()]).toEqual([null, false])
    await act(async () => answer.resolve(pass))
    const link = `${location.origin}/${page}#pass-1`
    const offer = within(
      screen.getByText(/The link is shown only once/).closest<HTMLElement>('[role="status"]') ?? document.body,
    )
    expect(offer.getByText(/The link is shown only once/).closest('p')?.textContent).toBe(
      `${words} The link is shown only once and works only once, until ${localTime('2026-06-07T08:09:10.000Z')}.`,
    )
    offer.getByText(link)
    expect([acts.map(isDisabled), closingIsQuestioned()]).toEqual([held6(true), true])
    await user.click(offer.getByRole('button', { name: copy }))
    expect(copied).toEqual([link])
    await user.click(offer.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText(link)).toBeNull()
    expect([acts.map(isDisabled), closingIsQuestioned()]).toEqual([held6(false), false])
  })
})

describe('a deleted operator', () => {
  it('needs a confirmation, with the effects of the deletion', async () => {
    const deleted = withResolvers()
    const deleteOperator = vi.fn(() => deleted.promise)
    const { user, listOperators } = await open({ deleteOperator })
    await user.click(button('Delete dan@example.com'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete dan@example.com?' }))
    question.getByText(
      'This also deletes their connected accounts, AI characters, groups, replies and tasks. Posts stay on X, and audit trail entries stay here.',
    )
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(question.getByRole('button', { name: 'Deleting...' }).hasAttribute('disabled')).toBe(true)
    expect(deleteOperator.mock.calls).toEqual([[{ params: { operatorId: 4 } }]])
    listOperators.mockResolvedValue([ada])
    await act(async () => deleted.resolve())
    expect(screen.queryByText('dan@example.com')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('stays if the confirmation is cancelled', async () => {
    const { user } = await open()
    await user.click(button('Delete dan@example.com'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete dan@example.com?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await act(async () => {})
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(acts.map(isDisabled)).toEqual(held6(false))
  })
})

describe('the limits of an operator', () => {
  const allowances: Allowances = {
    resets_at: '2026-11-28T00:00:00.000Z',
    uses: {
      model_calls: { used: 12, own: 5_000, server: 4_000 },
      tokens: { used: 70_000, own: null, server: 60_000 },
      sends: { used: 3, own: null, server: null },
      stored_bytes: { used: 3_440_000, own: 2_500_000, server: 9_000_000 },
    },
  }
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Daily limits' }))
  const fields = ['Model calls', 'Model tokens', 'Replies sent', 'Stored posts, drafts and tasks, MB']

  it("are the operator's own, with the used part and the general limits", async () => {
    const read = withResolvers<Allowances>()
    const getOperatorAllowances = vi.fn((_: { params: object }) => read.promise)
    const { user } = await open({ getOperatorAllowances })
    await user.click(button('Limits of bob@example.com'))
    const window = await dialog()
    window.getByText('bob@example.com')
    expect(window.getByRole('status').textContent).toBe('Loading...')
    expect(window.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
    await act(async () => read.resolve(allowances))
    expect(getOperatorAllowances.mock.calls[0]?.[0]).toMatchObject({ params: { operatorId: 2 } })
    const shown = fields.map((label) => {
      const field = window.getByLabelText<HTMLInputElement>(label)
      const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '')
      return [field.value, hint?.textContent, field.inputMode, field.autocomplete]
    })
    expect(shown).toEqual([
      ['5000', "Used today: 12. Leave empty for the server's default: 4,000.", 'numeric', 'off'],
      ['', "Used today: 70,000. Leave empty for the server's default: 60,000.", 'numeric', 'off'],
      ['', "Used today: 3. Leave empty for the server's default: no limit.", 'numeric', 'off'],
      ['3', "Used today: 3.4 MB. Leave empty for the server's default: 9 MB.", 'numeric', 'off'],
    ])
    expect(window.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(false)
    await user.click(window.getByRole('button', { name: 'Cancel' }))
    await act(async () => {})
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are saved as typed, and keep the dialog open until then', async () => {
    const saved = withResolvers()
    const setOperatorAllowances = vi.fn(() => saved.promise)
    const { user } = await open({ getOperatorAllowances: async () => allowances, setOperatorAllowances })
    await user.click(button('Limits of cyd@example.com'))
    const window = await dialog()
    await user.type(await window.findByLabelText('Replies sent'), '12')
    await user.clear(window.getByLabelText('Model calls'))
    await user.click(window.getByRole('button', { name: 'Save' }))
    const busy = await window.findByRole('button', { name: 'Saving...' })
    expect(['Cancel', 'Close'].map((name) => window.getByRole('button', { name }).hasAttribute('disabled'))).toEqual([
      true,
      true,
    ])
    expect(busy.hasAttribute('disabled')).toBe(true)
    expect(setOperatorAllowances.mock.calls).toEqual([
      [
        {
          params: { operatorId: 3 },
          body: { model_calls: null, tokens: null, sends: 12, stored_bytes: 3_000_000 },
        },
      ],
    ])
    await act(async () => saved.resolve())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('show at each field that it is not a number', async () => {
    const setOperatorAllowances = vi.fn()
    const { user } = await open({ getOperatorAllowances: async () => allowances, setOperatorAllowances })
    await user.click(button('Limits of bob@example.com'))
    const window = await dialog()
    for (const label of fields) {
      await user.clear(await window.findByLabelText(label))
      await user.type(window.getByLabelText(label), 'many')
    }
    await user.click(window.getByRole('button', { name: 'Save' }))
    expect(await window.findAllByText('Enter a whole number, or leave the field empty')).toHaveLength(4)
    expect(setOperatorAllowances).not.toHaveBeenCalled()
  })

  it('can be requested again if they do not load', async () => {
    const getOperatorAllowances = vi.fn(async () => allowances).mockRejectedValueOnce(new ApiError(500, undefined))
    const { user } = await open({ getOperatorAllowances })
    await user.click(button('Limits of bob@example.com'))
    const window = await dialog()
    await user.click(await window.findByRole('button', { name: 'Try again' }))
    expect(await window.findByLabelText('Replies sent')).toBeDefined()
    expect(getOperatorAllowances).toHaveBeenCalledTimes(2)
  })
})

describe('active links and API tokens', () => {
  const withdrawals = () => screen.queryAllByRole('button', { name: /^Revoke / }).map((each) => each.ariaLabel)

  it('of all operators can be revoked by an administrator', async () => {
    let left = grants
    const endGrant = vi.fn(async () => {
      left = left.slice(0, 2)
    })
    const { user } = await open({ listGrants: async () => left, endGrant })
    expect(withdrawals()).toEqual([
      'Revoke Invitation',
      'Revoke Password reset, bob@example.com',
      'Revoke API token, Night script, cyd@example.com',
    ])
    expect(screen.getByText(/^Created by the command line/).parentElement?.textContent).toBe(
      `Created by the command line, ${localTime('2026-03-02T03:04:05.000Z')}, valid until ${localTime('2026-04-02T04:05:06.000Z')}`,
    )
    await user.click(button('Revoke API token, Night script, cyd@example.com'))
    expect(endGrant.mock.calls).toEqual([[{ params: { grantPurpose: 'apiToken', grantId: 3 } }]])
    expect(withdrawals()).toHaveLength(2)
  })

  it('can be revoked by other operators too, whose own tokens have a separate list', async () => {
    const endGrant = vi.fn(async () => undefined)
    const { user } = renderPart(<OwnGrants />, { api: { listGrants: async () => grants, endGrant } })
    await screen.findByRole('region', { name: 'Active links' })
    expect(withdrawals()).toEqual(['Revoke Invitation', 'Revoke Password reset, bob@example.com'])
    await user.click(button('Revoke Password reset, bob@example.com'))
    expect(endGrant.mock.calls).toEqual([[{ params: { grantPurpose: 'reset', grantId: 2 } }]])
  })
})
