import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

const fonts = vi.hoisted(() => ({ asked: false }))
vi.mock('../../src/views/ui/styles/fonts.css', () => {
  fonts.asked = true
  return {}
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

it('starts in a separate task, and requests fonts when the browser is idle', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal('fetch', vi.fn())
  const listen = vi.spyOn(window, 'addEventListener')
  const heard = () => listen.mock.calls.map(([type]) => type)
  window.history.replaceState(null, '', '/nowhere')
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)

  await import('../../src/main')
  expect(heard()).not.toContain('popstate')
  await waitFor(() => expect(heard()).toContain('popstate'))
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
  expect(fonts.asked).toBe(false)
  for (const run of idle) run()
  await waitFor(() => expect(fonts.asked).toBe(true))
})
