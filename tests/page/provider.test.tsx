import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const patience = { timeout: 20_000 }
const provider = 'https://provider.example/v2'

beforeEach(() => {
  vi.resetModules()
  fetchMock.mockGlobal().any({ status: 503, body: '{}' })
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => {
  fetchMock.hardReset()
  vi.unstubAllEnvs()
  document.body.replaceChildren()
  localStorage.clear()
})

const start = async (baseUrl: string | undefined, path: string) => {
  vi.stubEnv('VITE_API_BASE_URL', baseUrl)
  window.history.pushState(null, '', path)
  await import('../../src/boot/preload')
  await import('../../src/main')
}
const asked = () => fetchMock.callHistory.calls().map(({ url }) => url.replace(window.location.origin, ''))

it('asks the provider that it was built for, and nobody else, for what the console shows', async () => {
  localStorage.setItem('access_token', 'bearer of ada')
  await start(provider, '/admin/group')
  await screen.findByText('No results.', {}, patience)
  expect(asked()).toContain(`${provider}/groups`)
  expect(asked().filter((url) => !url.startsWith(`${provider}/`))).toEqual([])
})

it.each([
  [undefined, '/api/v1'],
  ['', '/api/v1'],
  [provider, provider],
])('built with VITE_API_BASE_URL %j it logs in at %s', async (configured, base) => {
  await start(configured, '/login')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Email', {}, patience), 'ada@example.org')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  /** An answer for another session's page may still arrive here. */
  await waitFor(() => expect(asked()).toContain(`${base}/auth/login`), patience)
  /**
   * A message reaches the status region a little later than the screen. Programs of earlier tests never end and may
   * write there too.
   */
  const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await waitFor(() => expect(spoken()).toContain('An error occurred'), patience)
})
