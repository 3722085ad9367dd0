import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeAt } from '../../support/codes'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { password } from '../../support/server'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(() => server.close())

const open = async () => {
  const { user } = renderConsole(server, '/admin/settings/security')
  const section = within(await screen.findByRole('region', { name: 'Second factor' }))
  return { user, section }
}

const confirm = async (user: Awaited<ReturnType<typeof open>>['user'], go: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: go }))

const begun = async () => {
  const { user, section } = await open()
  await user.type(section.getByLabelText('Your password'), password)
  await user.click(section.getByRole('button', { name: 'Set up an authenticator app' }))
  await section.findByRole('img', { name: 'QR code' })
  return { user, section, secret: section.getByText(/^[A-Z2-7]{32}$/).textContent ?? '' }
}

const enrolled = async (beforeSwitch = () => {}) => {
  const { user, section, secret } = await begun()
  await user.type(section.getByLabelText('Code from the app'), codeAt(secret, 0))
  beforeSwitch()
  await user.click(section.getByRole('button', { name: 'Turn on' }))
  const codes = (await section.findAllByRole('listitem')).map((each) => each.textContent ?? '')
  return { user, section, secret, codes }
}

describe('the second factor', () => {
  it('is set up with a QR code and a first code, and shows ten recovery codes once', async () => {
    const { user, section } = await open()
    await user.type(section.getByLabelText('Your password'), 'not mine')
    await user.click(section.getByRole('button', { name: 'Set up an authenticator app' }))
    await section.findByText('This is not your password')
    await user.clear(section.getByLabelText('Your password'))
    await user.type(section.getByLabelText('Your password'), password)
    await user.click(section.getByRole('button', { name: 'Set up an authenticator app' }))
    const secret = (await section.findByText(/^[A-Z2-7]{32}$/)).textContent ?? ''
    expect(section.getByRole('img', { name: 'QR code' })).toBeDefined()
    await user.type(section.getByLabelText('Code from the app'), '000000')
    await user.click(section.getByRole('button', { name: 'Turn on' }))
    await section.findByText('This code is wrong or was already used')
    await user.clear(section.getByLabelText('Code from the app'))
    await user.type(section.getByLabelText('Code from the app'), codeAt(secret, 0))
    await user.click(section.getByRole('button', { name: 'Turn on' }))
    expect(await section.findAllByRole('listitem')).toHaveLength(10)
    expect(section.queryByText(secret)).toBeNull()
    await user.click(section.getByRole('button', { name: 'I saved these codes' }))
    await section.findByText(/with 10 recovery codes left/)
    expect(section.queryAllByRole('listitem')).toEqual([])
  })

  it('ends the API tokens when it is turned on', async () => {
    const tokens = async () =>
      (await server.database.db.selectFrom('api_tokens').select('name').execute()).map(({ name }) => name)
    await server.me.call('POST', '/auth/api-tokens', { name: 'weekly report', scope: 'read', days: 30 })
    const { user, section, secret } = await begun()
    await user.type(section.getByLabelText('Code from the app'), '000000')
    await user.click(section.getByRole('button', { name: 'Turn on' }))
    await section.findByText('This code is wrong or was already used')
    expect(await tokens()).toEqual(['weekly report'])
    await user.clear(section.getByLabelText('Code from the app'))
    await user.type(section.getByLabelText('Code from the app'), codeAt(secret, 0))
    await user.click(section.getByRole('button', { name: 'Turn on' }))
    await section.findByRole('button', { name: 'I saved these codes' })
    expect(await tokens()).toEqual([])
  })

  it('keeps its recovery codes visible if the account cannot be loaded again, and asks before leaving', async () => {
    const { user, codes } = await enrolled(() => server.answerNext('GET /auth/me', { status: 500 }))
    await screen.findByText('Settings could not be loaded again.')
    expect(screen.getByText(codes[0] ?? '')).toBeDefined()
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)

    await user.click(screen.getByRole('link', { name: 'Home' }))
    const question = await screen.findByRole('alertdialog', { name: 'Leave without storing this?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText(codes[0] ?? '')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('Settings could not be loaded again.')).toBeNull())
    expect(screen.getByText(codes[0] ?? '')).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'I saved these codes' }))
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await waitFor(() => expect(window.location.pathname).toBe('/admin/home'))
  })

  it('requires a code before it is turned off, ten minutes after the last one', async () => {
    const { user, section, secret } = await enrolled()
    await server.database.db.updateTable('sessions').set({ confirmed_at: '2020-01-01T00:00:00.000Z' }).execute()
    await user.click(section.getByRole('button', { name: 'I saved these codes' }))
    await user.type(await section.findByLabelText('Code'), codeAt(secret, 1))
    expect(section.queryByRole('button', { name: 'Turn off' })).toBeNull()
    await user.click(section.getByRole('button', { name: 'Confirm it is me' }))
    await user.click(await section.findByRole('button', { name: 'Create new recovery codes' }))
    await confirm(user, 'Create new codes')
    await user.click(await section.findByRole('button', { name: 'I saved these codes' }))
    await user.click(await section.findByRole('button', { name: 'Turn off' }))
    await confirm(user, 'Turn off')
    await section.findByLabelText('Your password')
  })

  it('that was turned on by a lost answer is shown as on, with the remaining steps', async () => {
    const gate = server.gate(/^PUT \/auth\/second-factor$/)
    const { user, section, secret } = await begun()
    await user.type(section.getByLabelText('Code from the app'), codeAt(secret, 0))
    await user.click(section.getByRole('button', { name: 'Turn on' }))
    await gate.loseAnswer()
    await screen.findByText(/^The server did not answer. Check whether your second factor is on\./)
    await section.findByText(/^On since/)
    expect(section.queryByText(secret)).toBeNull()
    await user.click(section.getByRole('button', { name: 'Create new recovery codes' }))
    await confirm(user, 'Create new codes')
    expect(await section.findAllByRole('listitem')).toHaveLength(10)
  })

  it('that was turned on elsewhere while its key is shown here is shown as on', async () => {
    const { user, section, secret } = await begun()
    await server.me.call('PUT', '/auth/second-factor', { code: codeAt(secret, 0) })
    await user.type(section.getByLabelText('Code from the app'), codeAt(secret, 1))
    await user.click(section.getByRole('button', { name: 'Turn on' }))
    await screen.findByText('Your second factor is already on')
    await section.findByText(/^On since/)
  })

  it('whose setup is cancelled is loaded again', async () => {
    const { user, section, secret } = await begun()
    await server.me.call('PUT', '/auth/second-factor', { code: codeAt(secret, 0) })
    await user.click(section.getByRole('button', { name: 'Cancel' }))
    await section.findByText(/^On since/)
  })

  it('that somebody lost is removed by an administrator', async () => {
    const bob = await server.operator('bob@example.com')
    const { body } = await bob.call('POST', '/auth/second-factor', { current_password: password })
    const { secret } = body as { secret: string }
    await bob.call('PUT', '/auth/second-factor', { code: codeAt(secret, 0) })
    const { user } = renderConsole(server, '/admin/settings/operators')
    const name = 'Turn off second factor of bob@example.com'
    await user.click(await screen.findByRole('button', { name }))
    await confirm(user, 'Turn off second factor')
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
    expect((await bob.call('GET', '/groups')).status).toBe(401)
  })
})
