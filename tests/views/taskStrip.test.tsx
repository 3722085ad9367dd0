import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { taskMessages } from '../../src/schemas/tasks'
import { holdsSendsKey } from '../../src/services/storageKeys'
import { fetchPost, openHome, preview } from '../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../support/deliveringServer'
import { renderConsole } from '../support/renderConsole'
import { refuse } from '../support/taskSamples'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  await server.furnish(['ada', 'bob'])
})
afterEach(() => server.close())

const strip = () => screen.findByRole('button', { name: /2 failed/ })

it('tells what became of a send on every screen, though the next post was begun meanwhile', async () => {
  refuse(server)
  const user = await openHome(server)
  await preview(user, 2)
  await user.click(screen.getByRole('button', { name: 'Batch Send' }))
  await screen.findByText('Sent.')
  await fetchPost(user, 'https://x.com/other/status/1900000000000000002')
  await user.click(screen.getByRole('link', { name: 'Post Group' }))
  await screen.findByRole('heading', { level: 1, name: 'Post Group' })
  expect((await strip()).textContent).toContain('Replies to @maker:2 failed')
  const history = screen.getByRole('link', { name: 'History' })
  expect(history.closest('li')?.textContent).toContain('2 need you')
})

it('says that nobody hears what becomes of a send while the server cannot be reached, until it can', async () => {
  localStorage.setItem(holdsSendsKey, 'true')
  const user = await openHome(server)
  await preview(user, 2)
  server.stopClock()
  await user.click(screen.getByRole('button', { name: 'Batch Send' }))
  const running = await screen.findByRole('button', { name: /^Replies to @maker/ })
  for (let calls = 0; calls < 2; calls += 1) server.answerNext('GET /tasks/open', { status: 503, body: {} })
  await screen.findByText(taskMessages.stale, { selector: '[role=status]' })
  await user.click(running)
  screen.getByText(taskMessages.stale, { selector: 'h2 + p' })
  await waitFor(() => expect(screen.queryByText(taskMessages.stale)).toBeNull(), { timeout: 10_000 })
})

it('keeps it over a reload among the recent messages, until somebody looks at it', async () => {
  refuse(server)
  const first = renderConsole(server, '/admin/home')
  await preview(first.user, 2)
  await first.user.click(screen.getByRole('button', { name: 'Batch Send' }))
  await strip()
  first.close()

  const again = renderConsole(server, '/admin/group')
  await strip()
  const told = await screen.findByText('Replies to @maker: 2 failed', { selector: 'a' })
  const outcome = told.closest('li')
  if (!outcome) throw new Error('The outcome is not among the recent messages')
  expect(within(outcome).getByRole('button', { name: /^Copy/, hidden: true })).toBeDefined()
  await again.user.click(screen.getByRole('button', { name: 'Dismiss Replies to @maker', hidden: true }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /2 failed/ })).toBeNull())
  expect(screen.getByRole('link', { name: 'History' }).closest('li')?.textContent).not.toContain('need you')
})

it('works with a provider that knows only the list of tasks', async () => {
  refuse(server)
  for (let calls = 0; calls < 9; calls += 1)
    server.answerNext('GET /tasks/open', { status: 422, body: { detail: 'task_id: must be an id' } })
  const user = await openHome(server)
  await preview(user, 2)
  await user.click(screen.getByRole('button', { name: 'Batch Send' }))
  await strip()
  expect(server.requests.filter(({ call }) => call === 'GET /tasks/open')).toHaveLength(1)
})
