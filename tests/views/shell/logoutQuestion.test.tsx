import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { emptyQueue, readLinks } from '../../../src/schemas/queue/queue'
import { createQueueStore } from '../../../src/services/storage/queueStore'
import { openHome, preview } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada', 'bob'])
})
afterEach(() => server.close())

const question = { name: 'Log out and delete unsent work?' }

it('asks before a logout deletes replies and posts, and deletes them then', async () => {
  const user = await openHome(server)
  await preview(user, 2)
  const { entries } = readLinks([7, 8, 9].map((id) => `https://x.com/ada/status/${id}`).join('\n'), [])
  createQueueStore(localStorage, () => '').save({ ...emptyQueue, entries })
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  const asked = within(await screen.findByRole('alertdialog', question))
  asked.getByText('Logging out deletes 2 replies under review and 3 links to answer from this browser.')
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(location.pathname).toBe('/admin/home')

  await user.click(screen.getByRole('button', { name: 'Logout' }))
  const again = within(await screen.findByRole('alertdialog', question))
  await user.click(again.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(['draft', 'queue'].map((name) => localStorage.getItem(`auto-comment-bot.${name}`))).toEqual([null, null])
})

it('asks even if the browser could not store the replies', async () => {
  const user = await openHome(server)
  await preview(user, 2)
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  onTestFinished(() => full.mockRestore())
  await user.selectOptions(screen.getByLabelText('Group'), '')
  await screen.findByText('Draft not saved: the browser’s storage is full')
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  const asked = within(await screen.findByRole('alertdialog', question))
  asked.getByText(/2 replies under review/)
})

it('asks nothing if nothing would be lost', async () => {
  const user = await openHome(server)
  await user.click(await screen.findByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
})
