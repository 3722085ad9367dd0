import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atHandle } from '../../src/schemas/handle'
import { chooseCharacter, openHome } from '../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../support/deliveringServer'
import { textIn } from '../support/renderConsole'

vi.mock(import('../../src/schemas/handle'), async (original) => {
  const module = await original()
  return { ...module, atHandle: vi.fn(module.atHandle) }
})

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

it('the options of accounts are drawn once, not again when another field changes or is refused', async () => {
  await server.furnish(['ada', 'bob'])
  /** A list with new accounts is read, and drawn, again. */
  await server.database.db.updateTable('accounts').set({ created_at: '2026-01-02T03:04:05.000Z' }).execute()
  const user = await openHome(server)
  await user.click(await screen.findByRole('tab', { name: 'Solo Send' }))
  await screen.findByRole('option', { name: '@ada' })
  vi.mocked(atHandle).mockClear()
  await chooseCharacter(user)
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await screen.findByText('Media Agent selection is required')
  fireEvent.change(screen.getByLabelText('X post link'), { target: { value: 'x' } })
  expect(vi.mocked(atHandle).mock.calls.filter(([username]) => username)).toEqual([])
  await user.selectOptions(screen.getByLabelText('Media Agent'), '@bob')
  expect(textIn(screen.getByLabelText('Media Agent'))).toBe('2')
})
