import { render, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { keepMessages } from '../../../src/views/ui/recentMessages'
import Toaster from '../../../src/views/ui/Toaster'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
  await server.operator('another@example.com')
})
afterEach(() => server.close())

const bell = (name: string) => screen.findByRole('button', { name })

const listed = (text: string) => screen.findByText(text, { selector: 'li *' })

const logIn = async (user: UserEvent) => {
  await user.type(await screen.findByLabelText('Email'), 'another@example.com')
  await user.type(screen.getByLabelText('Password'), 'correct horse battery')
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

const ids = new Map<number, number>()

const add = async (status: number) => {
  const { body } = await server.me.call('POST', '/groups', { name: `crew ${status}`, description: 'x' })
  ids.set(status, (body as { id: number }).id)
}

const fail = async (user: UserEvent, status: number) => {
  server.answerNext(`DELETE /groups/${ids.get(status)}`, { status, body: { detail: 'Only Ada may know' } })
  await user.click(await screen.findByRole('button', { name: `Delete crew ${status}` }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
}

const ends = {
  'expires by a call': async (user: UserEvent) => fail(user, 401),
  'is ended by another tab': async () => {
    localStorage.removeItem('access_token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
  },
  'is ended by Logout': async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Logout' })),
}

describe('recent messages, and visible toasts', () => {
  it.each(Object.entries(ends))('are gone when the session %s, before another operator signs in', async (_how, end) => {
    await add(401)
    await add(409)
    const { user } = renderConsole(server, '/admin/group')
    await fail(user, 409)
    await bell('Recent messages, some are new')
    expect(screen.getAllByText('Only Ada may know').length).toBeGreaterThan(1)
    await end(user)
    await logIn(user)
    await bell('Recent messages, some are new')
    await waitFor(() => expect(screen.getAllByText('Login Successful!').length).toBeGreaterThan(1))
    expect(screen.queryByText('Only Ada may know')).toBeNull()
  })
})

it('keeps and announces messages after a reload, although toasts are counted from 1 again', async () => {
  const { user, close } = renderConsole(server, '/login', { signedIn: false })
  await logIn(user)
  await bell('Recent messages, some are new')
  toast.error('Told before', { id: '1' })
  await listed('Told before')
  close()
  renderConsole(server, '/admin/group', { signedIn: false })
  await listed('Told before')
  toast.error('Told after', { id: '1' })
  await listed('Told after')
  const spoken = within(screen.getByRole('region', { name: 'Messages' })).getByRole('status')
  expect(spoken.textContent).toBe('Told after')
})

it('announces nothing from before the page was loaded, and adds the date if that was another day', async () => {
  const at = Date.now() - 86_400_000
  const earlier = { id: 'earlier', tone: 'error', text: '3 failed', at } as const
  renderConsole(server, '/admin/group')
  await bell('Recent messages')
  onTestFinished(keepMessages({ load: () => [earlier], save: () => {} }))
  render(<Toaster />)
  const listing = (await listed('3 failed')).closest('li')
  expect(listing?.textContent).toContain('yesterday')
  for (const region of screen.getAllByRole('region', { name: 'Messages' }))
    expect(within(region).getByRole('status').textContent).toBe('')
})

it('shows messages from before the code of the toasts was loaded', async () => {
  toast.error('Told early')
  renderConsole(server, '/login', { signedIn: false })
  await waitFor(() => expect(screen.getAllByText('Told early').length).toBeGreaterThan(1))
})
