import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stubDevicePasskeys } from '../../support/devicePasskeys'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { password } from '../../support/server'

let server: InProcessServer
let browser: ReturnType<typeof stubDevicePasskeys>
beforeEach(async () => {
  server = await startInProcessServer()
  browser = stubDevicePasskeys()
})
afterEach(async () => {
  browser.remove()
  await server.close()
})

const open = async () => {
  const { user, close } = renderConsole(server, '/admin/settings/security')
  const section = within(await screen.findByRole('region', { name: 'Passkeys' }))
  const factor = within(screen.getByRole('region', { name: 'Second factor' }))
  const add = async (label: string) => {
    await user.type(await section.findByLabelText('Passkey name'), label)
    await user.click(section.getByRole('button', { name: 'Add a passkey' }))
  }
  return { user, close, section, factor, add }
}

const registered = async () => {
  const opened = await open()
  await opened.user.type(opened.section.getByLabelText('Your password, to add a passkey'), password)
  await opened.add('Blue laptop')
  await opened.user.click(await opened.section.findByRole('button', { name: 'I saved these codes' }))
  await opened.section.findByText('Blue laptop')
  return opened
}

const expire = () =>
  server.database.db.updateTable('sessions').set({ confirmed_at: '2020-01-01T00:00:00.000Z' }).execute()

describe('passkeys', () => {
  it('are added with the password, which shows recovery codes once, and later without', async () => {
    const { user, section, add } = await open()
    await user.click(section.getByRole('button', { name: 'Add a passkey' }))
    await section.findByText('Enter a name')
    section.getByText('Password is required')
    await user.type(section.getByLabelText('Your password, to add a passkey'), 'not mine')
    await add('Blue laptop')
    await section.findByText('This is not your password')
    await user.clear(section.getByLabelText('Your password, to add a passkey'))
    await user.type(section.getByLabelText('Your password, to add a passkey'), password)
    browser.sayNo()
    await user.click(section.getByRole('button', { name: 'Add a passkey' }))
    await section.findByText(
      'No passkey was used: the request was cancelled, or this device has no passkey for this server. Try again',
    )
    await user.click(section.getByRole('button', { name: 'Add a passkey' }))
    await section.findByText(/They are shown only once/)
    expect(section.getAllByText(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/)).toHaveLength(10)
    await user.click(section.getByRole('button', { name: 'I saved these codes' }))
    const row = await section.findByRole('listitem')
    expect(row.textContent).toMatch(/never used, since .*, on one device only/)
    await add('The same again')
    await section.findByText('This device already has one of your passkeys')
    browser.device.held.pop()
    await user.click(section.getByRole('button', { name: 'Add a passkey' }))
    await section.findByRole('button', { name: 'Remove The same again' })
    expect(section.queryByText(/They are shown only once/)).toBeNull()
  })

  it('end the API tokens only with the first one', async () => {
    const tokens = async () =>
      (await server.database.db.selectFrom('api_tokens').select('name').execute()).map(({ name }) => name)
    await server.me.call('POST', '/auth/api-tokens', { name: 'weekly report', scope: 'read', days: 30 })
    const { user, section, add } = await open()
    await user.type(section.getByLabelText('Your password, to add a passkey'), password)
    await add('Blue laptop')
    await user.click(await section.findByRole('button', { name: 'I saved these codes' }))
    expect(await tokens()).toEqual([])
    await server.me.call('POST', '/auth/api-tokens', { name: 'nightly report', scope: 'read', days: 30 })
    browser.device.held.pop()
    await add('Second key')
    await section.findByRole('button', { name: 'Remove Second key' })
    expect(await tokens()).toEqual(['nightly report'])
  })

  it('are added although the password was still required when their form was opened', async () => {
    const { user, section, add } = await open()
    await user.type(section.getByLabelText('Your password, to add a passkey'), password)
    const answer = server.holdNext('GET /auth/second-factor')
    await add('Blue laptop')
    await user.click(await section.findByRole('button', { name: 'I saved these codes' }))
    await section.findByText('Blue laptop')
    section.getByLabelText('Your password, to add a passkey')
    answer()
    await waitFor(() => expect(section.queryByLabelText('Your password, to add a passkey')).toBeNull())
    await add('The same again')
    await section.findByText('This device already has one of your passkeys')
  })

  it('keep the first recovery codes visible if the sections above cannot be loaded again, and ask before leaving', async () => {
    const { user, section, add } = await open()
    await user.type(section.getByLabelText('Your password, to add a passkey'), password)
    server.answerNext('GET /auth/second-factor', { status: 500 })
    server.answerNext('GET /auth/me', { status: 500 })
    await add('Blue laptop')
    await section.findByText(/They are shown only once/)
    await screen.findByText('Settings could not be loaded again.')
    await screen.findByText('The list could not be loaded. Check the connection, then try again.')
    expect(section.getAllByText(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/)).toHaveLength(10)
    await user.click(screen.getByRole('link', { name: 'Home' }))
    const question = await screen.findByRole('alertdialog', { name: 'Leave without storing this?' })
    await user.click(within(question).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(window.location.pathname).toBe('/admin/home'))
  })

  it('are renamed and removed; the last one after a warning about the password', async () => {
    const { user, section } = await registered()
    await user.click(section.getByRole('button', { name: 'Rename Blue laptop' }))
    await user.clear(section.getByLabelText('New name for Blue laptop'))
    await user.click(section.getByRole('button', { name: 'Save' }))
    await section.findByText('Enter a name')
    await user.type(section.getByLabelText('New name for Blue laptop'), 'Grey laptop')
    await user.click(section.getByRole('button', { name: 'Save' }))
    await user.click(await section.findByRole('button', { name: 'Remove Grey laptop' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Grey laptop?' }))
    question.getByText(/your password is then enough to sign in/)
    await user.click(question.getByRole('button', { name: 'Remove' }))
    await section.findByLabelText('Your password, to add a passkey')
    await waitFor(() => expect(section.queryByText('Grey laptop')).toBeNull())
  })

  it('confirm the operator, which is required before one is added or removed', async () => {
    const first = await registered()
    first.close()
    await expire()
    const { user, section, factor } = await open()
    await section.findByText('Confirm your identity above before you add or remove a passkey.')
    expect(section.getByRole<HTMLButtonElement>('button', { name: 'Remove Blue laptop' }).disabled).toBe(true)
    factor.getByLabelText('Recovery code')
    browser.sayNo()
    await user.click(factor.getByRole('button', { name: 'Confirm with a passkey' }))
    await factor.findByText(/^No passkey was used/)
    await user.click(factor.getByRole('button', { name: 'Confirm with a passkey' }))
    await factor.findByText(/Your identity is confirmed/)
    expect(section.getByRole<HTMLButtonElement>('button', { name: 'Remove Blue laptop' }).disabled).toBe(false)
    await factor.findByRole('button', { name: 'Set up an authenticator app' })
  })

  it('that were blocked show the reason, and none can be added if the address has no host name', async () => {
    await server.database.db
      .insertInto('passkeys')
      .values({
        user_id: 1,
        credential_id: 'c',
        public_key: '',
        counter: 0,
        transports: '',
        label: 'Old key',
        synced: 0,
        created_at: '2026-01-02T03:04:05.000Z',
        last_used_at: null,
        blocked_at: '2026-02-03T04:05:06.000Z',
      })
      .execute()
    const { section } = await open()
    section.getByText('Blocked')
    section.getByText(/the passkey may have been copied/)
  })

  it('sign in without a password, or after it instead of a code', async () => {
    const { close } = await registered()
    close()
    localStorage.clear()
    const { user } = renderConsole(server, '/login', { signedIn: false })
    browser.sayNo()
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
    expect((await screen.findAllByText(/^No passkey was used/)).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await user.type(await screen.findByLabelText('Email'), 'operator@example.com')
    await user.type(screen.getByLabelText('Password'), password)
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findByText('Or enter a recovery code.')
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
    await screen.findByRole('button', { name: 'Logout' })
  })
})
