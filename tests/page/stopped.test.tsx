import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createMachine } from 'xstate'

afterEach(() => {
  vi.doUnmock('../../src/services/browser')
  vi.doUnmock('../../src/effects')
  vi.doUnmock('../../src/machines/session/session.actors')
  vi.resetModules()
  document.body.replaceChildren()
})

const forbid = () => {
  throw new Error('This browser forbids it')
}

it.each([
  ['a service cannot be created', '../../src/services/browser', { createBrowserServices: forbid }],
  ['the page cannot be drawn', '../../src/effects', { useEffects: forbid, toastCode: async () => undefined }],
  [
    'an action of the first machine fails',
    '../../src/machines/session/session.actors',
    { createLogic: () => ({ auth: createMachine({ entry: forbid }), prepareConsole: () => undefined }) },
  ],
])('shows a page with Reload and the report if %s', async (_, path, broken) => {
  vi.doMock(path, () => broken)
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  window.history.replaceState(null, '', '/nowhere')
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  await import('../../src/main')
  expect(await screen.findByRole('heading', { name: 'The console stopped because of an error.' })).toBeDefined()
  expect(errors).toHaveBeenCalledWith(new Error('This browser forbids it'))
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Report a problem' }))
  expect(await screen.findByRole('dialog', { name: 'Report a problem' })).toBeDefined()
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? root)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
