import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import '../../src/views/ui/windows/DialogWindow'
import { type InProcessServer, startInProcessServer } from '../support/inProcessServer'
import { renderConsole } from '../support/renderConsole'

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcessServer()
})
afterAll(() => server.close())

const expire = () => {
  localStorage.removeItem('access_token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
}
const heading = () => screen.findByRole('heading', { level: 1, name: 'AI Character' })

it('does not move the focus after a load, and moves it to the heading of the page that follows a login', async () => {
  const { user } = renderConsole(server, '/admin')
  await heading()
  expect(document.activeElement).toBe(document.body)
  expire()
  await user.type(await screen.findByLabelText('Email'), 'operator@example.com')
  await user.type(screen.getByLabelText('Password'), 'correct horse battery')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  const back = await heading()
  await waitFor(() => expect(document.activeElement).toBe(back))
})

describe('Back while a window is open', () => {
  const windows = [
    {
      what: 'of the page',
      open: async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Add Group' })),
      name: 'Create Group',
    },
    {
      what: 'that shows the keys',
      open: async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' })),
      name: 'Keyboard shortcuts',
    },
    {
      what: 'that leads anywhere',
      open: async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Go to or search' })),
      name: 'Go to or search',
    },
  ]

  it.each(windows)('closes the $what, for good, and moves the focus to the heading', async ({ open, name }) => {
    const { user } = renderConsole(server, '/admin/ai-character')
    await heading()
    await user.click(await screen.findByRole('link', { name: 'Post Group' }))
    await screen.findByRole('heading', { level: 1, name: 'Post Group' })
    await open(user)
    await waitFor(() => expect(screen.getByRole('dialog', { name }).contains(document.activeElement)).toBe(true))
    window.history.back()
    const back = await heading()
    await waitFor(() => expect(document.activeElement).toBe(back))
    expect(screen.queryByRole('dialog')).toBeNull()
    window.history.forward()
    const forth = await screen.findByRole('heading', { level: 1, name: 'Post Group' })
    await waitFor(() => expect(document.activeElement).toBe(forth))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
