import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(() => server.close())

const links = (name: string, ...ids: number[]) =>
  new File([ids.map((id) => `https://x.com/ada/status/${id}`).join('\n')], name)

const drop = (...files: File[]) =>
  window.dispatchEvent(
    Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { files, types: ['Files'] } }),
  )

it('all files dropped on Home are read, and the note lists them together', async () => {
  renderConsole(server, '/admin/home')
  await screen.findByRole('button', { name: 'Many links' })
  drop(links('first.txt', 11, 12), links('second.csv', 13), links('third.txt', 11))
  await waitFor(() =>
    expect(screen.getByText(/posts added/).textContent).toBe('3 posts added. Line 4: already in the list.'),
  )
})

it('the readable files dropped on Home are read, and the unreadable one is named', async () => {
  renderConsole(server, '/admin/home')
  await screen.findByRole('button', { name: 'Many links' })
  drop(links('first.txt', 11, 12), new File(['x'.repeat(1_000_001)], 'large.txt'), links('third.txt', 13))
  await screen.findByText('3 posts added.')
  await screen.findAllByText('Some files could not be read. Use text or CSV files of at most 1 MB each.')
})
