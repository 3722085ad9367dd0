import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { catchSavedFiles } from '../../support/savedFiles'
import { password, testSettings } from '../../support/server'

const devices = {
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  curl: 'weekly-report/1',
}

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer(() => ({
    settings: { ...testSettings, meta: { ...testSettings.meta, sign_up_open: false }, firstSignUp: true },
  }))
})
afterEach(() => server.close())

const signInFrom = async (device: string) => {
  const payload = { email: 'operator@example.com', password }
  await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload,
    headers: { 'user-agent': device },
    remoteAddress: '192.0.2.7',
  })
}
const open = async () => {
  const { user } = renderConsole(server, '/admin/settings/security')
  return { user, sessions: within(await screen.findByRole('region', { name: 'Sessions' })) }
}
const openOperators = async () => {
  const { user } = renderConsole(server, '/admin/settings/operators')
  return { user, operators: within(await screen.findByRole('region', { name: 'Operators' })) }
}

const isDisabled = (button: HTMLElement) => button.matches(':disabled')

describe('your account', () => {
  it('lists where the operator is signed in, and ends one session or all others', async () => {
    for (const device of Object.values(devices)) await signInFrom(device)
    const { user, sessions } = await open()
    const devicesShown = () =>
      sessions.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent?.trim())
    expect(devicesShown().sort()).toEqual([
      'Firefox on Windows',
      'Safari on iOS',
      expect.stringMatching(/^Unknown device ?This session$/),
      'weekly-report/1',
    ])
    await user.click(sessions.getByRole('button', { name: 'End the session on Safari on iOS' }))
    await waitFor(() => expect(devicesShown()).not.toContain('Safari on iOS'))
    await user.click(sessions.getByRole('button', { name: 'Sign out everywhere else' }))
    await waitFor(() => expect(devicesShown()).toHaveLength(1))
    await screen.findAllByText('You are signed out everywhere else.')
    expect(sessions.getByText('This session')).toBeDefined()
    expect(sessions.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  })

  it('ends the API tokens with all other sessions, even if a session has already ended or is not listed', async () => {
    await server.me.call('POST', '/auth/api-tokens', { name: 'weekly report', scope: 'read', days: 30 })
    await signInFrom(devices.firefox)
    const { user, sessions } = await open()
    await server.database.db.deleteFrom('sessions').where('id', '>', 1).execute()
    await signInFrom(devices.safari)
    await user.click(sessions.getByRole('button', { name: 'Sign out everywhere else' }))
    await screen.findAllByText('You are signed out everywhere else.')
    const { db } = server.database
    expect([
      await db.selectFrom('sessions').select('id').execute(),
      await db.selectFrom('api_tokens').select('id').execute(),
    ]).toEqual([[{ id: 1 }], []])
  })

  it.each([404, 422])(
    'ends them one by one if a provider answers %i to ending all others, and skips those that are gone',
    async (status) => {
      for (const device of Object.values(devices)) await signInFrom(device)
      const { user, sessions } = await open()
      server.answerNext('DELETE /auth/sessions/others', { status, body: { detail: 'No such call' } })
      await server.database.db.deleteFrom('sessions').where('id', '=', 4).execute()
      await user.click(sessions.getByRole('button', { name: 'Sign out everywhere else' }))
      await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
      await screen.findAllByText('You are signed out everywhere else.')
      const calls = server.requests.map(({ call }) => call).filter((call) => call.startsWith('DELETE'))
      expect(calls.toSorted()).toEqual([
        'DELETE /auth/sessions/2',
        'DELETE /auth/sessions/3',
        'DELETE /auth/sessions/4',
        'DELETE /auth/sessions/others',
      ])
    },
  )

  it('changes the password, shows errors at the field, and keeps the typed text until it worked', async () => {
    await signInFrom(devices.firefox)
    const { user, sessions } = await open()
    const current = screen.getByLabelText<HTMLInputElement>('Current password')
    const next = screen.getByLabelText<HTMLInputElement>('New password')
    const change = () => user.click(screen.getByRole('button', { name: 'Change password' }))
    await user.type(current, 'not mine')
    await user.type(next, 'a better horse battery')
    await change()
    await screen.findByText('This is not your password')
    expect(current.getAttribute('aria-invalid')).toBe('true')
    expect([current.value, next.value]).toEqual(['not mine', 'a better horse battery'])

    await user.clear(current)
    await user.type(current, password)
    await user.clear(next)
    await user.type(next, 'password123')
    await change()
    await waitFor(() => expect(next.getAttribute('aria-invalid')).toBe('true'))

    await user.clear(next)
    await user.type(next, 'a better horse battery')
    await change()
    await screen.findAllByText('Password changed. You are signed out everywhere else.')
    expect([current.value, next.value]).toEqual(['', ''])
    await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
    expect(JSON.stringify(localStorage)).not.toContain('better horse')
  })

  it('shows an administrator all operators: invites, disables, re-enables, and asks before it deletes', async () => {
    const bob = await server.operator('bob@example.com')
    const { user, operators } = await openOperators()
    const rows = () =>
      operators
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent ?? '')
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(rows()[0]).toContain('This is you')

    await user.click(operators.getByRole('button', { name: 'Invite an operator' }))
    const link = (await operators.findByText(/\/sign-up#/)).textContent ?? ''
    const { status } = await server.call('POST', '/auth/register', {
      email: 'eve@example.com',
      username: 'eve',
      password: 'a horse of her own',
      invitation: link.split('#')[1],
    })
    expect(status).toBe(201)
    await user.click(operators.getByRole('button', { name: 'Done' }))
    expect(operators.queryByText(/\/sign-up#/)).toBeNull()

    await user.click(operators.getByRole('button', { name: 'Disable bob@example.com' }))
    await screen.findAllByText('Operator disabled. Their queued replies will not be sent.')
    expect(await bob.call('GET', '/auth/me')).toMatchObject({ status: 401 })
    await user.click(await operators.findByRole('button', { name: 'Re-enable bob@example.com' }))
    await user.click(await operators.findByRole('button', { name: 'Disable bob@example.com' }))

    await user.click(await operators.findByRole('button', { name: 'Delete bob@example.com' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete bob@example.com?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(operators.getByRole('button', { name: 'Delete bob@example.com' }))
    const again = within(await screen.findByRole('alertdialog', { name: 'Delete bob@example.com?' }))
    await user.click(again.getByRole('button', { name: 'Delete' }))
    await screen.findAllByText('Operator deleted.')
    await waitFor(() => expect(rows().join()).not.toContain('bob@example.com'))
    expect(rows().join()).toContain('eve@example.com')
  })

  it('asks before leaving the link of an invitation, and shows no other link before that', async () => {
    await server.operator('bob@example.com')
    const { user, operators } = await openOperators()
    const acts = () =>
      ['Invite an operator', 'Reset password of bob@example.com'].map((name) => operators.getByRole('button', { name }))
    await waitFor(() => expect(acts().map(isDisabled)).toEqual([false, false]))
    await user.click(operators.getByRole('button', { name: 'Invite an operator' }))
    const link = (await operators.findByText(/\/sign-up#/)).textContent ?? ''
    expect(acts().map(isDisabled)).toEqual([true, true])
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Home' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without storing this?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    operators.getByText(link)
    await user.click(operators.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(acts().map(isDisabled)).toEqual([false, false]))
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await waitFor(() => expect(window.location.pathname).toBe('/admin/home'))
  })

  it('creates a link for an operator who forgot the password, shown once, which sets a new one', async () => {
    const bob = await server.operator('bob@example.com')
    const { user, operators } = await openOperators()
    expect(operators.queryByRole('button', { name: /^Reset password of operator@/ })).toBeNull()
    await user.click(await operators.findByRole('button', { name: 'Reset password of bob@example.com' }))
    const link = new URL((await operators.findByText(/\/reset#/)).textContent ?? '')
    operators.getByText(/^Send this link to bob@example\.com\. Setting a new password /)
    expect(link.origin).toBe(location.origin)
    await user.click(operators.getByRole('button', { name: 'Done' }))
    expect(operators.queryByText(/\/reset#/)).toBeNull()
    expect(await bob.call('GET', '/auth/me')).toMatchObject({ status: 200 })
    cleanup()

    const set = async (password: string) => {
      const { user: visitor } = renderConsole(server, `${link.pathname}${link.hash}`, { signedIn: false })
      await visitor.type(await screen.findByLabelText('Password'), password)
      await visitor.click(screen.getByRole('button', { name: 'Set password' }))
    }
    await set('a better horse battery')
    await waitFor(() => expect(location.pathname).toBe('/login'))
    await screen.findAllByText('Password set. Log in with the new password.')
    expect(await bob.call('GET', '/auth/me')).toMatchObject({ status: 401 })
    const login = { email: 'bob@example.com', password: 'a better horse battery' }
    expect(await server.call('POST', '/auth/login', login)).toMatchObject({ status: 200 })
    cleanup()
    await set('yet another horse')
    await screen.findAllByText('This link was already used or has expired')
    expect(location.pathname).toBe('/reset')
  })

  it('shows nothing about others to an operator who is not an administrator', async () => {
    const bob = await server.operator('bob@example.com')
    localStorage.setItem('access_token', bob.token)
    renderConsole({ ...server, me: bob }, '/admin/settings/operators')
    await screen.findByText('Only administrators can open this page.')
    expect(screen.queryByRole('region', { name: 'Operators' })).toBeNull()
    expect(server.requests.map(({ call }) => call)).not.toContain('GET /operators')
  })

  it('shows that another provider does not offer such calls', async () => {
    server.answerNext('GET /auth/me', { status: 404 })
    renderConsole(server, '/admin/settings')
    await screen.findByText('This server does not provide account details.')
  })

  it('is created by the link of an invitation if sign-up is closed to others', async () => {
    const { body } = await server.me.call('POST', '/operators/invitations')
    const { token } = body as { token: string }
    const { user } = renderConsole(server, `/sign-up#${token}`, { signedIn: false })
    await user.type(await screen.findByLabelText('Email'), 'eve@example.com')
    await user.type(screen.getByLabelText('Username'), 'eve')
    await user.type(screen.getByLabelText('Password'), 'a horse of her own')
    await user.click(screen.getByRole('button', { name: 'Sign Up' }))
    await waitFor(() => expect(location.pathname).toBe('/login'))
    const { body: operators } = await server.me.call('GET', '/operators')
    expect(operators).toMatchObject([{ email: 'operator@example.com' }, { email: 'eve@example.com', is_admin: false }])
  })
})

describe('the first operator of a database from before there were administrators', () => {
  it('sees the new role at the earlier address of the settings, until they have dismissed the notice', async () => {
    await server.database.db.updateTable('users').set({ notice: 'becameAdministrator' }).where('id', '=', 1).execute()
    const { user } = renderConsole(server, '/admin/home/account')
    const words = /^You are the administrator of this server, because you are its first operator\./
    await screen.findByText(words)
    expect(location.pathname).toBe('/admin/settings')
    server.answerNext('DELETE /auth/me/notice', { status: 503 })
    await user.click(screen.getByRole('button', { name: 'Understood' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Understood' }).matches(':disabled')).toBe(false))
    await screen.findByText(words)
    await user.click(screen.getByRole('button', { name: 'Understood' }))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    cleanup()
    renderConsole(server, '/admin/settings/profile')
    await screen.findByText('operator@example.com')
    expect(screen.queryByText(words)).toBeNull()
  })
})

describe('the sign-in log', () => {
  it("is shown to an administrator, with each line's operator, and exported", async () => {
    const bob = await server.operator('bob@example.com')
    await bob.call('GET', '/operators')
    await server.call('POST', '/auth/login', { email: 'eve@example.com', password: 'a guess' })
    const files = catchSavedFiles()
    const { user } = renderConsole(server, '/admin/settings/sign-in-log')
    const table = await screen.findByRole('table', { name: 'Sign-in log' })
    const rows = within(table).getAllByRole('row').slice(1, 4)
    expect(rows.map((row) => [...row.children].slice(0, 2).map(({ textContent }) => textContent))).toEqual([
      ['Sign-in refused', 'OperatorNobody signed in'],
      ['Call refused', 'Operatorbob@example.com'],
      ['Signed in', 'Operatorbob@example.com'],
    ])
    await user.click(screen.getByRole('button', { name: 'Export what is shown' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(await files[0]?.blob.text()).toMatch(/^\uFEFF?Operator,When,Action,Whom,Details\r\n,.+,signIn\.refused,/)
  })
})
