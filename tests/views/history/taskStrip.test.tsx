import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as historyWords from '../../../src/schemas/history/history.words'
import type { TaskSummary } from '../../../src/schemas/history/tasks'
import { followedKey, holdsSendsKey, messagesKey } from '../../../src/services/storage/storageKeys'
import { summary } from '../../machines/samples'
import { fetchPost, openHome, preview } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { renderConsole } from '../../support/renderConsole'
import { item, refuse, sendOneFailed, task } from '../../support/taskSamples'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  await server.furnish(['ada', 'bob'])
})
afterEach(() => server.close())

const strip = () => screen.findByRole('button', { name: /2 failed/ })

it('shows the outcome of a send on every screen, though the next post has begun', async () => {
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

it('shows that nobody learns the outcome of a send while the server cannot be reached', async () => {
  localStorage.setItem(holdsSendsKey, 'true')
  const user = await openHome(server)
  await preview(user, 2)
  server.stopClock()
  await user.click(screen.getByRole('button', { name: 'Batch Send' }))
  const running = await screen.findByRole('button', { name: /^Replies to @maker/ })
  for (let calls = 0; calls < 2; calls += 1) server.answerNext('GET /tasks/open', { status: 503, body: {} })
  await screen.findByText(historyWords.stale, { selector: '[role=status]' })
  await user.click(running)
  screen.getByText(historyWords.stale, { selector: 'h2 + p' })
  await waitFor(() => expect(screen.queryByText(historyWords.stale)).toBeNull(), { timeout: 10_000 })
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

it('shows why no reply of a send is being sent', async () => {
  const why = 'X accepts no posts from this app for now: credits are used up.'
  const held = {
    ...summary('queued', 3),
    id: 'a1',
    error: why,
    paused: { by: 'app', until: '2026-03-02T00:00:00.000Z' },
  }
  server.answerNext('GET /tasks/open', { status: 200, body: { tasks: [held], needs_review: 0 } })
  const { user } = renderConsole(server, '/admin/group')
  await user.click(await screen.findByRole('button', { name: /^Task a1/ }))
  expect(screen.getByText(why, { exact: false }).parentElement?.textContent).toMatch(
    /^.*used up\. Next retry: (Mar 2|2 Mar)/,
  )
})

it('shows X’s words of the reply that needs the operator most, and what to do', async () => {
  const urgent_item = item({ status: 'failed', error: 'No duplicates', next_step: 'Edit it.' })
  const failed = { ...summary('processing', 1), id: 'a1', failed: 1, urgent_item }
  server.answerNext('GET /tasks/open', { status: 200, body: { tasks: [failed], needs_review: 0 } })
  const { user } = renderConsole(server, '/admin/group')
  await user.click(await screen.findByRole('button', { name: /^Task a1/ }))
  const error = await screen.findByText(/No duplicates/)
  expect(error.closest('div')?.textContent).toBe('@brewlab_ama No duplicatesEdit it.')
})

describe('an outcome that nobody has opened', () => {
  const key = followedKey('0123456789abcdef')
  const kept = () => JSON.parse(localStorage.getItem(key) ?? 'null')
  const follow = (followed: object) => localStorage.setItem(key, JSON.stringify(followed))
  const attention = () => {
    const main = within(screen.getByRole('navigation', { name: 'Main' }))
    return main.getByRole('link', { name: 'History' }).closest('li')?.textContent
  }
  const answerOpen = (change: Partial<TaskSummary>, counts: object) => {
    const told = { ...summary('failed', 0), id: 'a1', completed: 0, ...change }
    server.answerNext('GET /tasks/open', { status: 200, body: { tasks: [told], needs_review: 0, ...counts } })
  }

  it.each([
    ['was told', 'ended'],
    ['is told after that', 'awaited'],
  ])('counts as seen on its Task Details, if it %s', async (_, standing) => {
    const id = await sendOneFailed(server, 'ada', [])
    follow({ awaited: [], ended: [], [standing]: [id] })
    renderConsole(server, `/admin/history/${id}`)
    await screen.findByText('No more automatic changes.')
    await waitFor(() => expect(kept()).toEqual({ awaited: [], ended: [] }), { timeout: 3000 })
    await waitFor(() => expect(server.requests.some(({ call }) => call === 'GET /tasks/open')).toBe(true), {
      timeout: 3000,
    })
    expect(screen.queryByRole('button', { name: /^(Reply|Task) .*1 failed/ })).toBeNull()
    expect(attention()).not.toContain('need')
  })

  it.each([
    ['plain', { status: 'handed_over', pending: 2, handed_over: 2 }],
    ['error', { status: 'handed_over', pending: 2, handed_over: 2, failed: 1 }],
    ['plain', { status: 'cancelled', pending: 0, failed: 2, cancelled: 2 }],
    ['success', { status: 'completed', pending: 0, completed: 2 }],
  ] as const)('is remembered as %s: %j', async (tone, change) => {
    follow({ awaited: ['a1'], ended: [] })
    answerOpen(change, {})
    renderConsole(server, '/admin/group')
    const told = () => JSON.parse(localStorage.getItem(messagesKey('0123456789abcdef')) ?? '[]')
    await waitFor(() => expect(told()).toEqual([expect.objectContaining({ tone, href: '/admin/history/a1' })]))
  })

  it('is opened by the icon of its row in History', async () => {
    const id = await sendOneFailed(server, 'ada', [])
    follow({ awaited: [], ended: [id] })
    const { user } = renderConsole(server, '/admin/history')
    await screen.findByRole('button', { name: /^(Reply|Task) .*1 failed/ }, { timeout: 3000 })
    expect(attention()).toContain('1 need you')
    await user.click(screen.getByRole('link', { name: 'Details of task 1' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^(Reply|Task) .*1 failed/ })).toBeNull())
    expect([attention()?.includes('need'), kept()]).toEqual([false, { awaited: [], ended: [] }])
  })

  it('is part of the number beside History, which History explains and leads from', async () => {
    follow({ awaited: [], ended: ['a1'] })
    const ofA1 = { completed: 1, failed: 4, cancelled: 1 }
    answerOpen(ofA1, { needs_review: 5, handed_over: 2 })
    const inReview = { ...summary('needs_review', 5), id: 'b2', needs_review: 5 }
    server.answerNext('GET /tasks/', {
      status: 200,
      body: [{ ...summary('failed', 0), id: 'a1', ...ofA1 }, inReview, { ...summary('completed', 0), id: 'c3' }],
    })
    const { user } = renderConsole(server, '/admin/history')
    await waitFor(() => expect(attention()).toContain('10 need you'), { timeout: 3000 })
    expect(screen.getAllByText(/^\d+ repl(y|ies)$/, { selector: 'strong' }).map((each) => each.textContent)).toEqual([
      '5 replies',
      '2 replies',
      '3 replies',
    ])
    const details = () => screen.getAllByRole('link', { name: /^Details of task/ }).map((each) => each.ariaLabel)
    await user.click(screen.getByRole('button', { name: 'To review' }))
    expect(details()).toEqual(['Details of task 2'])
    await user.click(screen.getByRole('button', { name: 'With failures' }))
    expect(details()).toEqual(['Details of task 1'])
  })

  it('stays if its Task Details could not be loaded', async () => {
    follow({ awaited: [], ended: ['a1'] })
    answerOpen({ status: 'failed', failed: 2 }, {})
    for (let calls = 0; calls < 3; calls += 1) server.answerNext('GET /tasks/a1', { status: 0 })
    renderConsole(server, '/admin/history/a1')
    await screen.findByText('The task could not be loaded. Check your connection and try again.')
    await screen.findByRole('button', { name: /^Task a1.*2 failed/ }, { timeout: 3000 })
    expect(kept()).toEqual({ awaited: [], ended: ['a1'] })
  })

  it('is counted beside History while it must be posted manually, even after its Task Details were opened', async () => {
    follow({ awaited: [], ended: ['a1'] })
    const manual = [1, 2].map((id) => item({ id, status: 'handed_over' }))
    server.answerNext('GET /tasks/a1', { status: 200, body: task(manual, { status: 'handed_over' }) })
    answerOpen({ status: 'handed_over', pending: 2, handed_over: 2 }, { handed_over: 2 })
    renderConsole(server, '/admin/history/a1')
    await waitFor(() => expect(attention()).toContain('2 need you'), { timeout: 3000 })
    expect(screen.queryByRole('button', { name: /^Task a1/ })).toBeNull()
    expect(kept()).toEqual({ awaited: [], ended: [] })
  })

  it('is shown on its Task Details too, if it arrives while they are open', async () => {
    follow({ awaited: ['a1'], ended: [] })
    const queued = [item({ status: 'queued' })]
    const failed = [item({ status: 'failed' })]
    const after = { status: 'failed', updated_at: '2026-03-04T05:06:08.000Z' }
    for (const body of [task(queued, { status: 'queued' }), task(failed, after)])
      server.answerNext('GET /tasks/a1', { status: 200, body })
    answerOpen({ status: 'failed', failed: 1, total_items: 1 }, {})
    renderConsole(server, '/admin/history/a1')
    await screen.findByText('No more automatic changes.', {}, { timeout: 4000 })
    await screen.findByRole('button', { name: /^(Reply|Task) .*1 failed/ })
    expect(kept()).toEqual({ awaited: [], ended: ['a1'] })
  })
})
