import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Task, TaskItem, TaskSummary } from '../../src/schemas/tasks'
import { type DeliveringServer, postBaseUrl, startDeliveringServer } from '../support/deliveringServer'
import { problem } from '../support/fakeX'
import { renderConsole } from '../support/renderConsole'
import type { Json } from '../support/server'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

const tweetId = '1900000000000000001'

/** Generates one reply per account and sends them, as the console would; the task's id. */
const sendBatch = async (usernames: string[]): Promise<string> => {
  await server.furnish(usernames)
  const { call } = server.me
  await call('POST', '/twitter/tweet/content', { tweet_url: `https://x.com/maker/status/${tweetId}` })
  const [role] = (await call('GET', '/ai-roles')).body as { id: number }[]
  const { replies } = (
    await call('POST', '/twitter/tweet/generate-reply', {
      tweet_id: tweetId,
      role_id: role?.id,
      count: usernames.length,
    })
  ).body as { replies: { reply_id: string }[] }
  const { body } = await call('POST', '/twitter/tweet/batch-post-replies', {
    reply_ids: replies.map(({ reply_id }) => reply_id),
    group_name: 'launch-crew',
  })
  return (body as { task_id: string }).task_id
}

const refuse = () => {
  const detail = 'Reply to this conversation is not allowed because you have not been mentioned.'
  server.postedTo.fate = () => ({ posts: false, outcome: problem(403, detail) })
  return detail
}

const columns = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((each) => each.textContent)
const cells = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('cell')
        .map((each) => each.textContent)
    : []

const at = '2026-01-02T03:04:05.000Z'
const later = '2026-03-04T05:06:07.000Z'
const shownAt = new Date(at).toLocaleString()
const shownLater = new Date(later).toLocaleString()
const inTwoLines = (time: string) => new Date(time).toLocaleDateString() + new Date(time).toLocaleTimeString()

const summary = (change: Partial<TaskSummary>): TaskSummary => ({
  id: 'a1',
  owner_id: 1,
  status: 'completed',
  created_at: at,
  updated_at: later,
  total_items: 9,
  completed: 4,
  failed: 3,
  pending: 2,
  ...change,
})

const item = (change: Partial<TaskItem>): TaskItem => ({
  id: 1,
  reply_id: 'r-881',
  retry_count: 0,
  twitter_username: '@brewlab_ama',
  status: 'completed',
  created_at: at,
  updated_at: later,
  ...change,
})

const task = (items: TaskItem[], change: Partial<Task> = {}): Json =>
  JSON.parse(
    JSON.stringify({ id: 'a1', owner_id: 14, status: 'failed', created_at: at, updated_at: later, items, ...change }),
  )

describe('History', () => {
  it('says that it loads, then that there is nothing', async () => {
    const release = server.holdNext('GET /tasks/')
    renderConsole(server, '/admin/history')
    expect(await screen.findByText('Loading...')).toBeDefined()
    release()
    expect(await screen.findByText('No results.')).toBeDefined()
  })

  it('shows every column of a task and leads to its details', async () => {
    server.answerNext('GET /tasks/', { status: 200, body: [summary({}), summary({ id: 'b/2', status: 'odd value' })] })
    renderConsole(server, '/admin/history')
    const table = await screen.findByRole('table', { name: 'Tasks' })
    expect(columns(table)).toEqual([
      '#',
      'Status',
      'Total Items',
      'Completed',
      'Failed',
      'Pending',
      'Created At',
      'Updated At',
      'Action',
    ])
    const [, first, second] = within(table).getAllByRole('row')
    expect(
      within(table)
        .getAllByRole('link')
        .map((each) => each.getAttribute('href')),
    ).toEqual(['/admin/history/a1', '/admin/history/b%2F2'])
    const values = [
      'Total Items9',
      'Completed4',
      'Failed3',
      'Pending2',
      `Created At${shownAt}`,
      `Updated At${shownLater}`,
    ]
    expect(cells(first).slice(0, -1)).toEqual(['1', 'completed', ...values])
    expect(cells(second).slice(0, -1)).toEqual(['2', 'odd value', ...values])
  })

  it('says of each task what was sent to whom, as whom and through which group', async () => {
    const post = { tweet_id: '1991427730554880217', text: 'Which beans?', author_username: 'grace' }
    const told = { post, characters: ['Mara', 'Otto'], group: 'launch-crew', needs_review: 1 }
    server.answerNext('GET /tasks/', { status: 200, body: [summary(told)] })
    renderConsole(server, '/admin/history')
    const table = await screen.findByRole('table', { name: 'Tasks' })
    const cell = within(table).getAllByRole('cell')[1]
    expect(cell?.textContent).toBe('completed@grace Which beans?as Mara, Otto · through launch-crew · 1 to review')
    expect(within(table).getByRole('link', { name: '@grace' }).getAttribute('href')).toMatch(
      /\/grace\/status\/1991427730554880217$/,
    )
  })

  it('finds, filters and puts first what failed, and keeps that in the address', async () => {
    const tasks = [summary({}), summary({ id: 'b2', failed: 0, completed: 3 }), summary({ id: 'c3', group: 'night' })]
    server.answerNext('GET /tasks/', { status: 200, body: JSON.parse(JSON.stringify(tasks)) })
    const { user } = renderConsole(server, '/admin/history')
    const details = () => screen.queryAllByRole('link', { name: /^Details of task/ }).map((link) => link.ariaLabel)
    await screen.findByRole('table', { name: 'Tasks' })
    await user.selectOptions(screen.getByLabelText('Show'), 'With failures')
    expect(details()).toEqual(['Details of task 1', 'Details of task 3'])
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'night')
    expect(details()).toEqual(['Details of task 3'])
    await waitFor(() => expect(window.location.search).toBe('?search=night&status=failed'))
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'x')
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    await user.click(screen.getByRole('button', { name: 'Failed first' }))
    expect(details()).toEqual(['Details of task 1', 'Details of task 3', 'Details of task 2'])
  })

  it('stays silent about a failed load, and loads again on request', async () => {
    server.answerNext('GET /tasks/', { status: 500 })
    const { user } = renderConsole(server, '/admin/history')
    expect(await screen.findByText('No results.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  })

  it('follows a running task until it is at rest, unless it is paused', async () => {
    const running = [summary({ status: 'processing', completed: 0, failed: 0, pending: 3 })]
    server.answerNext('GET /tasks/', { status: 200, body: JSON.parse(JSON.stringify(running)) })
    server.answerNext('GET /tasks/', { status: 200, body: JSON.parse(JSON.stringify([summary({})])) })
    const { user } = renderConsole(server, '/admin/history')
    await user.click(await screen.findByRole('button', { name: 'Pause updates' }))
    expect(screen.getByText('Updates are paused.')).toBeDefined()
    const asked = () => server.requests.filter(({ call }) => call === 'GET /tasks/').length
    expect(asked()).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Resume updates' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /updates/ })).toBeNull())
    expect(asked()).toBe(2)
    expect(screen.getByText('completed')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'History' }))
  })
})

describe('Task Details', () => {
  it('says that it loads, then that there is no such task', async () => {
    const release = server.holdNext('GET /tasks/nowhere')
    const { user } = renderConsole(server, '/admin/history/nowhere')
    expect(await screen.findByText('Loading...')).toBeDefined()
    release()
    expect(await screen.findByText('Task not found.')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Back to History' }))
    expect(await screen.findByRole('heading', { name: 'History' })).toBeDefined()
  })

  it.each([
    ['b/2', 'b%2F2'],
    ['run:7=', 'run%3A7%3D'],
    ['%', '%'],
  ])('asks for the task %j that the address writes as %s', async (id, written) => {
    server.answerNext(`GET /tasks/${encodeURIComponent(id)}`, { status: 200, body: task([], { id }) })
    renderConsole(server, `/admin/history/${written}`)
    expect(await screen.findByText('No items found.')).toBeDefined()
  })

  it('shows the task, and that it has no items', async () => {
    server.answerNext('GET /tasks/a1', { status: 200, body: task([], { error: 'The group is gone' }) })
    renderConsole(server, '/admin/history/a1')
    expect(await screen.findByText('No items found.')).toBeDefined()
    const terms = screen.getAllByRole('term').map((each) => each.textContent)
    const facts = screen.getAllByRole('definition').map((each) => each.textContent)
    expect(terms).toEqual(['ID', 'Owner ID', 'Status', 'Error', 'Created At', 'Updated At'])
    expect(Object.fromEntries(terms.map((term, index) => [term, facts[index]]))).toEqual({
      ID: 'a1',
      'Owner ID': '14',
      Status: 'failed',
      'Created At': shownAt,
      'Updated At': shownLater,
      Error: 'The group is gone',
    })
    expect(screen.getByText('The group is gone').className).toContain('text-danger-ink')
  })

  it('shows every column of its items, and colours their statuses', async () => {
    server.answerNext('GET /tasks/a1', {
      status: 200,
      body: task([
        item({ reply_tweet_id: '1991427730554880999', against_verdict: 'X took it all the same' }),
        item({ id: 2, reply_id: 'r-882', status: 'failed', error: 'Not allowed', retry_count: 3 }),
        item({ id: 3, reply_id: 'r-883', status: 'odd value' }),
      ]),
    })
    renderConsole(server, '/admin/history/a1')
    const table = await screen.findByRole('table', { name: 'Items' })
    expect(columns(table)).toEqual([
      '#',
      'Reply ID',
      'Retry Count',
      'Twitter Username',
      'Status',
      'Error Message',
      'Created At',
      'Updated At',
      'Reply Tweet URL',
    ])
    const [, , failed] = within(table).getAllByRole('row')
    const [number, reply, retries, username, status, error, created, updated] = cells(failed)
    expect([number, reply, retries, username, status, created, updated]).toEqual([
      '2',
      'Reply IDr-882',
      'Retry Count3',
      '@brewlab_ama',
      'failed',
      `Created At${inTwoLines(at)}`,
      `Updated At${inTwoLines(later)}`,
    ])
    expect(error).toContain('Not allowed')
    within(table).getByText('X took it all the same')
    const ink = (status: string) => /text-(\w+)-ink/.exec(within(table).getByText(status).className)?.[1]
    expect(['completed', 'failed', 'odd value'].map(ink)).toEqual(['success', 'danger', 'neutral'])
    const link = within(table).getByRole('link', { name: 'View reply' })
    expect(link.getAttribute('href')).toBe(`${postBaseUrl}/brewlab_ama/status/1991427730554880999`)
    expect(within(table).getByText('Not allowed')).toBeDefined()
    expect(screen.getByRole('img', { name: '1 completed, 1 failed, 1 pending' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Export' })).toBeDefined()
  })

  it('shows the text of each reply, twenty of two hundred', async () => {
    const items = Array.from({ length: 200 }, (_, index) =>
      item({ id: index + 1, reply_id: `r-${index + 1}`, content: `Words of ${index + 1}` }),
    )
    server.answerNext('GET /tasks/a1', { status: 200, body: task(items) })
    const { user } = renderConsole(server, '/admin/history/a1')
    const table = await screen.findByRole('table', { name: 'Items' })
    expect(within(table).getAllByRole('row')).toHaveLength(21)
    screen.getByText('Words of 20')
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'words of 137')
    await screen.findByText('Words of 137')
    expect(within(screen.getByRole('table', { name: 'Items' })).getAllByRole('row')).toHaveLength(2)
  })

  it('sends a reply again with other words, and keeps what was typed where the dialog is closed', async () => {
    const cashtags = 'Posts may have a maximum of one cashtag.'
    server.postedTo.fate = () => ({ posts: false, outcome: problem(403, cashtags) })
    const id = await sendBatch(['ada'])
    const { user } = renderConsole(server, `/admin/history/${id}`)
    const change = await screen.findByRole('button', { name: 'Change the text and send it again' })
    await user.click(change)
    const field = await screen.findByRole('textbox', { name: 'Reply Content' })
    await user.clear(field)
    await user.type(field, 'One cashtag alone')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(change)
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })).value).toBe(
      'One cashtag alone',
    )
    server.postedTo.fate = () => ({ posts: true })
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByRole('link', { name: 'View reply' })
    expect(window.location.pathname).not.toBe(`/admin/history/${id}`)
    expect(server.postedTo.posts.map(({ sent }) => sent)).toEqual(['One cashtag alone'])
  })

  it('follows the replies until all are posted', async () => {
    const id = await sendBatch(['ada', 'bob'])
    renderConsole(server, `/admin/history/${id}`)
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'View reply' })).toHaveLength(2))
    expect(screen.getByText('Nothing more will change by itself.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Pause updates' })).toBeNull()
  })

  it('gives X’s own words, the next step and the way to post by hand, and retries on request', async () => {
    const detail = refuse()
    const id = await sendBatch(['ada', 'bob'])
    const { user } = renderConsole(server, `/admin/history/${id}`)
    expect(await screen.findAllByText(detail, { selector: 'p' })).toHaveLength(2)
    expect(screen.getAllByText('Post it by hand.')).toHaveLength(2)
    expect(screen.getAllByText('1 attempt')).toHaveLength(2)
    expect(screen.queryByRole('link', { name: 'Open in X' })).toBeNull()
    const [byHand] = screen.getAllByRole('button', { name: 'Post by hand' })
    if (byHand) await user.click(byHand)
    const intent = new URL((await screen.findByRole('link', { name: 'Open in X' })).getAttribute('href') ?? '')
    expect(`${intent.origin}${intent.pathname}`).toBe(`${postBaseUrl}/intent/tweet`)
    expect(intent.searchParams.get('in_reply_to')).toBe(tweetId)
    server.postedTo.fate = () => ({ posts: true })
    await user.click(screen.getByRole('button', { name: 'Retry 1 failed' }))
    await screen.findByRole('link', { name: 'View reply' })
    expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Task Details' }))
  })

  it('cancels one queued reply, then the others that have not left, and sends them after all on request', async () => {
    const { db } = server.database
    const { id: owner } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const held = { scope: `budget:${owner}`, until: '9000-01-01T00:00:00.000Z', reason: 'Used up.', created_at: at }
    await db.insertInto('holds').values(held).execute()
    const id = await sendBatch(['ada', 'bob', 'cyd'])
    const { user } = renderConsole(server, `/admin/history/${id}`)
    const [first] = await screen.findAllByRole('button', { name: 'Cancel' })
    if (first) await user.click(first)
    await screen.findByText('Cancelled by you. It was not sent.', { selector: 'p' })
    await user.click(screen.getByRole('button', { name: 'Cancel 2 queued' }))
    await waitFor(() =>
      expect(screen.getAllByText('Cancelled by you. It was not sent.', { selector: 'p' })).toHaveLength(3),
    )
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
    await db.deleteFrom('holds').execute()
    expect(server.postedTo.posts).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Retry 3 failed' }))
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'View reply' })).toHaveLength(3))
  })

  it('tells when it goes on and when it checks, but not the way to post by hand while the outcome is open', async () => {
    const soon = new Date(Date.now() + 120_000)
    const next_at = soon.toISOString()
    const clock = soon.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    server.answerNext('GET /tasks/a1', {
      status: 200,
      body: task(
        [
          item({ status: 'queued', next_at, error: 'Rate limited' }),
          item({ id: 2, status: 'unknown', next_at, intent_url: 'https://x.com/intent/tweet' }),
        ],
        { status: 'processing' },
      ),
    })
    renderConsole(server, '/admin/history/a1')
    const table = await screen.findByRole('table', { name: 'Items' })
    const [, queued, unknown] = within(table).getAllByRole('row')
    expect(queued?.textContent).toContain(`Goes on at ${clock}`)
    expect(unknown?.textContent).toContain(`Will be checked at ${clock}`)
    expect(screen.queryByRole('link', { name: 'Open in X' })).toBeNull()
  })

  it.each([
    ['Check again', { action: 'check_again' }],
    ['Send again', { action: 'send_again' }],
    ['Give up', { action: 'give_up' }],
  ])(
    'takes the decision "%s" about an item that needs review, whose outcome takes the focus',
    async (name, decision) => {
      server.answerNext('GET /tasks/a1', { status: 200, body: task([item({ status: 'needs_review' })]) })
      server.answerNext('POST /tasks/a1/items/1/decision', {
        status: 200,
        body: task([item({ status: 'failed', error: 'Not allowed' })]),
      })
      const { user } = renderConsole(server, '/admin/history/a1')
      await user.click(await screen.findByRole('button', { name }))
      expect(await screen.findByText('failed', { selector: 'td *' })).toBeDefined()
      expect(server.requests.find(({ call }) => call === 'POST /tasks/a1/items/1/decision')?.body).toEqual(decision)
      expect(document.activeElement?.textContent).toBe('Not allowed')
    },
  )

  it('takes the link of a reply that was posted after all, and no other link', async () => {
    server.answerNext('GET /tasks/a1', { status: 200, body: task([item({ status: 'needs_review' })]) })
    server.answerNext('POST /tasks/a1/items/1/decision', {
      status: 422,
      body: { detail: 'It replies to another post' },
    })
    const { user } = renderConsole(server, '/admin/history/a1')
    await user.click(await screen.findByText('It was posted'))
    await user.type(screen.getByLabelText('Link of the post'), 'https://example.org/status/1')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Paste a link to one post on x.com or twitter.com')).toBeDefined()
    await user.clear(screen.getByLabelText('Link of the post'))
    await user.type(screen.getByLabelText('Link of the post'), 'https://x.com/brewlab_ama/status/1991427730554880999')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findAllByText('It replies to another post')).not.toEqual([])
    expect(server.requests.find(({ call }) => call === 'POST /tasks/a1/items/1/decision')?.body).toEqual({
      action: 'posted',
      tweet_url: 'https://x.com/brewlab_ama/status/1991427730554880999',
    })
  })
})
