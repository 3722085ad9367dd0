import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('leaves the focus alone where the page was loaded, and moves it to the heading of the page that a login leads back to', async () => {
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
