import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Me, SessionEntry } from '../../../src/schemas/security/operators'
import { ApiError } from '../../../src/services/api/api'
import { Settings } from '../../../src/views/settings/SettingsScreen'
import { shortTime } from '../../../src/views/ui/localTimes'
import Allowances from '../../../src/views/usage/Allowances'
import { renderPart } from '../../support/renderPart'
import { withResolvers } from '../../support/withResolvers'

const localTime = (at: string) => shortTime(new Date(at))

const me: Me = { id: 1, email: 'ada@example.com', username: 'ada', is_admin: false }
const session = (id: number, more: Partial<SessionEntry> = {}): SessionEntry => ({
  id,
  created_at: `2026-01-0${id}T03:04:05.000Z`,
  last_used_at: `2026-02-0${id}T04:05:06.000Z`,
  address: `192.0.2.${id}`,
  device: `script-${id}/1`,
  current: false,
  ...more,
})
const here = session(1, { current: true })
const there = session(2, { address: null })
const elsewhere = session(3)

const unknown = () => Promise.reject(new ApiError(404, undefined))
const others = { getSecondFactor: unknown, listApiTokens: unknown, listGrants: unknown, getAllowances: unknown }
const facts = () => [...document.querySelectorAll('dl div')].map((row) => row.textContent)

const open = async (api: object = {}, sessions = [here, there, elsewhere]) => {
  const getMe = vi.fn(async () => me)
  const listSessions = vi.fn(async () => sessions)
  const view = renderPart(<Settings page="security" />, { api: { ...others, getMe, listSessions, ...api } })
  const listed = within(await screen.findByRole('region', { name: 'Sessions' }))
  return { ...view, listed, getMe, listSessions }
}

const button = (name: string) => screen.getByRole('button', { name })
const isDisabled = (name: string) => button(name).hasAttribute('disabled')
const isBusy = (name: string) => button(name).hasAttribute('aria-busy')
const noteOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

describe('the settings', () => {
  const profile = (api: object = {}) => {
    const listSessions = async () => [here]
    return renderPart(<Settings page="profile" />, { api: { ...others, getMe: async () => me, listSessions, ...api } })
  }

  it('show who is signed in, and the pages of an operator', async () => {
    profile()
    await screen.findByText('ada@example.com')
    expect(facts()).toEqual([
      'User nameada',
      'Emailada@example.com',
      'RoleOperator',
      `Version${import.meta.env.VERSION} (${import.meta.env.BUILD})`,
    ])
    const links = within(screen.getAllByRole('navigation', { name: 'Settings' })[0] ?? document.body)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])
    expect(links).toEqual([
      ['Profile', '/admin/settings/profile', 'page'],
      ['Security', '/admin/settings/security', null],
      ['Sending', '/admin/settings/sending', null],
      ['Usage and budgets', '/admin/settings/usage', null],
      ['API tokens', '/admin/settings/tokens', null],
    ])
    expect(screen.queryByRole('button', { name: 'Understood' })).toBeNull()
  })

  it('show an administrator two more pages, and nobody else their content', async () => {
    const getMe = async () => ({ ...me, is_admin: true })
    const { unmount } = profile({ getMe })
    await screen.findAllByText('Administrator')
    for (const name of ['Operators', 'Sign-in log']) expect(screen.getAllByRole('link', { name })).toHaveLength(2)
    unmount()
    const listOperators = vi.fn()
    const api = { ...others, getMe: async () => me, listSessions: async () => [here], listOperators }
    renderPart(<Settings page="operators" />, { api })
    await screen.findByText('Only administrators can open this page.')
    expect(listOperators).not.toHaveBeenCalled()
  })

  it('show only the setup of a second factor while the server requires one', async () => {
    profile({ getMe: async () => ({ ...me, is_admin: true, notice: 'becameAdministrator', must_enrol: true }) })
    await screen.findByText('Set up a second factor below first. Until then, the server refuses everything else.')
    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull()
    expect(screen.queryByText(/You are the administrator/)).toBeNull()
  })

  it('are loading, and can be requested again if they do not load', async () => {
    const mine = withResolvers<Me>()
    const getMe = vi.fn(() => mine.promise)
    const { user } = profile({ getMe })
    expect(screen.getByRole('status').textContent).toBe('Loading...')
    expect(facts()).toEqual([])
    await act(async () => mine.reject(new ApiError(500, undefined)))
    screen.getByText('Your settings could not be loaded. Check the connection, then try again.')
    getMe.mockResolvedValue(me)
    await user.click(button('Try again'))
    await screen.findByText('ada@example.com')
  })

  it('explain that a server does not know who is signed in', async () => {
    profile({ getMe: unknown, listSessions: unknown })
    await screen.findByText('This server does not provide account details.')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('stay visible with a button to load them again after a failed reload', async () => {
    const { user, getMe } = await open({ endOtherSessions: async () => undefined })
    getMe.mockRejectedValueOnce(new ApiError(500, undefined))
    await user.click(button('Sign out everywhere else'))
    await screen.findByText('Settings could not be loaded again.')
    screen.getByRole('region', { name: 'Sessions' })
    await user.click(button('Try again'))
    await act(async () => {})
    expect(screen.queryByText('Settings could not be loaded again.')).toBeNull()
  })

  it('show the first operator that they are the administrator, until they have dismissed it', async () => {
    const dismissed = withResolvers()
    const dismissNotice = vi.fn(() => dismissed.promise)
    const getMe = vi.fn(async (): Promise<Me> => ({ ...me, notice: 'becameAdministrator' }))
    const { user } = profile({ getMe, dismissNotice })
    await screen.findByText(/You are the administrator/)
    expect([isBusy('Understood'), isDisabled('Understood')]).toEqual([false, false])
    await user.click(button('Understood'))
    expect([isBusy('Understood'), isDisabled('Understood')]).toEqual([true, true])
    expect(dismissNotice).toHaveBeenCalledTimes(1)
    getMe.mockResolvedValue(me)
    await act(async () => dismissed.resolve())
    expect(screen.queryByRole('button', { name: 'Understood' })).toBeNull()
  })
})

describe('the settings of sending', () => {
  const sending = (meta = {}) =>
    renderPart(<Settings page="sending" />, { api: { ...others, getMe: unknown, listSessions: unknown }, meta })
  const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked

  it('are saved at once, and do not wait for the account', async () => {
    const { user, unmount } = sending({ takes_expected: true })
    expect([isOn('Undo send'), isOn('Keep choices')]).toEqual([false, false])
    await user.click(screen.getByRole('switch', { name: 'Keep choices' }))
    await user.click(screen.getByRole('switch', { name: 'Undo send' }))
    await user.click(button('One draft more'))
    await user.click(button('One draft more'))
    unmount()
    sending({ takes_expected: true })
    expect([isOn('Undo send'), isOn('Keep choices')]).toEqual([true, true])
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Drafts ahead' }).valueAsNumber).toBe(2)
  })

  it('do not offer Undo send for a provider that cannot hold sends', () => {
    sending({ takes_expected: undefined })
    expect(screen.queryByRole('switch', { name: 'Undo send' })).toBeNull()
    expect(isOn('Keep choices')).toBe(false)
  })
})

describe('the sessions', () => {
  it('are listed with device, address and times, and each except this one can be ended', async () => {
    const { listed } = await open()
    const rows = listed
      .getAllByRole('listitem')
      .map((row) => [
        ...[...row.querySelectorAll('p')].map((p) => p.textContent?.trim()),
        within(row).queryByRole('button')?.getAttribute('aria-label'),
      ])
    const times = (id: number) =>
      `used ${localTime(`2026-02-0${id}T04:05:06.000Z`)}, since ${localTime(`2026-01-0${id}T03:04:05.000Z`)}`
    expect(rows).toEqual([
      ['script-1/1 This session', `192.0.2.1, ${times(1)}`, undefined],
      ['script-2/1', times(2), 'End the session on script-2/1'],
      ['script-3/1', `192.0.2.3, ${times(3)}`, 'End the session on script-3/1'],
    ])
  })

  it('cannot all be ended if there is only this one', async () => {
    const { listed } = await open({}, [here])
    expect(listed.queryByRole('button')).toBeNull()
  })

  it('end one by one', async () => {
    const ended = withResolvers()
    const endSession = vi.fn(() => ended.promise)
    const { user, listSessions } = await open({ endSession })
    const names = ['End the session on script-2/1', 'End the session on script-3/1', 'Sign out everywhere else']
    expect([names.map(isBusy), names.map(isDisabled)]).toEqual([
      [false, false, false],
      [false, false, false],
    ])
    await user.click(button('End the session on script-3/1'))
    expect([names.map(isBusy), names.map(isDisabled)]).toEqual([
      [false, true, false],
      [true, true, true],
    ])
    expect(endSession.mock.calls).toEqual([[{ params: { sessionId: 3 } }]])
    listSessions.mockResolvedValue([here, there])
    await act(async () => ended.resolve())
    expect(screen.queryByText('script-3/1')).toBeNull()
    expect(names.slice(0, 1).map(isDisabled)).toEqual([false])
  })

  it('end all but this one', async () => {
    const ended = withResolvers()
    const endOtherSessions = vi.fn(() => ended.promise)
    const { user, listed, listSessions } = await open({ endOtherSessions })
    await user.click(button('Sign out everywhere else'))
    const names = ['Sign out everywhere else', 'End the session on script-2/1']
    expect([names.map(isBusy), names.map(isDisabled)]).toEqual([
      [true, false],
      [true, true],
    ])
    listSessions.mockResolvedValue([here])
    await act(async () => ended.resolve())
    expect(endOtherSessions).toHaveBeenCalledTimes(1)
    expect(listed.queryByRole('button')).toBeNull()
  })
})

describe('the password', () => {
  const current = () => screen.getByLabelText<HTMLInputElement>('Current password')
  const next = () => screen.getByLabelText<HTMLInputElement>('New password')
  const change = async (changePassword: () => Promise<unknown>, typed = ['old secret', 'a better horse battery']) => {
    const view = await open({ changePassword })
    await view.user.type(current(), typed[0] ?? '')
    if (typed[1]) await view.user.type(next(), typed[1])
    await view.user.click(button('Change password'))
    return view
  }

  it('is changed, and the typed text is kept until then', async () => {
    const changed = withResolvers()
    const changePassword = vi.fn(() => changed.promise)
    const { getMe } = await change(changePassword)
    expect([current().autocomplete, next().autocomplete]).toEqual(['current-password', 'new-password'])
    expect(isDisabled('Changing...')).toBe(true)
    expect(changePassword.mock.calls).toEqual([
      [{ body: { current_password: 'old secret', new_password: 'a better horse battery' } }],
    ])
    expect([current().value, next().value]).toEqual(['old secret', 'a better horse battery'])
    await act(async () => changed.resolve())
    expect([current().value, next().value, isDisabled('Change password')]).toEqual(['', '', false])
    expect(getMe).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['current_password: This is not your password', 'This is not your password', undefined, undefined],
    ['new_password: This one is known', undefined, 'This one is known', undefined],
    ['Confirm first that it is you', undefined, undefined, 'Confirm first that it is you'],
    ['password: odd', undefined, undefined, 'password: odd'],
  ])('is refused with "%s" at the wrong field', async (detail, atCurrent, atNext, below) => {
    await change(() => Promise.reject(new ApiError(422, detail)))
    await act(async () => {})
    expect([noteOf(current()), noteOf(next()), screen.queryByRole('alert')?.textContent]).toEqual([
      atCurrent,
      atNext,
      below,
    ])
    expect([current().value, next().value]).toEqual(['old secret', 'a better horse battery'])
  })

  it('is refused before it is sent if the new one is malformed', async () => {
    const changePassword = vi.fn()
    await change(changePassword, ['old secret', ''])
    expect([noteOf(current()), noteOf(next()) !== undefined]).toEqual([undefined, true])
    expect(changePassword).not.toHaveBeenCalled()
  })

  it('shows no earlier refusal when it is sent again', async () => {
    const changePassword = vi.fn(() => Promise.reject<void>(new ApiError(409, 'Not now')))
    const { user } = await change(changePassword)
    await screen.findByRole('alert')
    changePassword.mockReturnValue(new Promise(() => {}))
    await user.click(button('Change password'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the daily limits', () => {
  const allowances = {
    resets_at: '2026-11-28T00:00:00.000Z',
    uses: {
      model_calls: { used: 12, own: 5_000, server: 4_000 },
      tokens: { used: 70_000, own: null, server: 60_000 },
      sends: { used: 3, own: null, server: null },
      stored_bytes: { used: 3_440_000, own: null, server: 9_000_000 },
    },
  }

  it('show the used part, the rest, and the time of the reset', async () => {
    renderPart(<Allowances />, { api: { getAllowances: async () => allowances } })
    const table = await screen.findByRole('table', { name: 'Daily limits' })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['What', 'Today', 'Left', 'Limit'],
      ['Model calls', 'Today12', 'Left4,988', 'Limit5,000'],
      ['Model tokens', 'Today70,000', 'Left0', 'Limit60,000'],
      ['Replies sent', 'Today3', 'LeftNo limit', 'LimitNo limit'],
      ['Stored posts, drafts and tasks', 'Today3.4 MB', 'Left5.6 MB', 'Limit9 MB'],
    ])
    expect(screen.getByText(/^Next reset:/).closest('p')?.textContent).toBe(
      `Next reset: ${localTime('2026-11-28T00:00:00.000Z')}. An administrator sets the limits.`,
    )
  })

  it('are hidden if the server has none', async () => {
    const getAllowances = vi.fn(unknown)
    const { container } = renderPart(<Allowances />, { api: { getAllowances } })
    await act(async () => {})
    expect([getAllowances.mock.calls.length, container.textContent]).toEqual([1, ''])
  })

  it('can be requested again if they do not load', async () => {
    const getAllowances = vi.fn(async () => allowances).mockRejectedValueOnce(new ApiError(500, undefined))
    const { user } = renderPart(<Allowances />, { api: { getAllowances } })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('table', { name: 'Daily limits' })
  })
})
