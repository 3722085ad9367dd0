import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Task, type TaskItem, taskMessages } from '../../src/schemas/tasks'
import { type DeliveringServer, postBaseUrl, startDeliveringServer } from '../support/deliveringServer'
import { problem } from '../support/fakeX'
import { renderConsole } from '../support/renderConsole'
import { type Json, json } from '../support/server'
import { cells, columns } from '../support/tables'

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

const at = '2026-01-02T03:04:05.000Z'
const later = '2026-03-04T05:06:07.000Z'
const shownAt = new Date(at).toLocaleString()
const shownLater = new Date(later).toLocaleString()
const inTwoLines = (time: string) => new Date(time).toLocaleDateString() + new Date(time).toLocaleTimeString()

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
  json({ id: 'a1', owner_id: 14, status: 'failed', created_at: at, updated_at: later, items, ...change })

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

  it('is there by itself once a server that could not be reached answers, and is not said to be missing', async () => {
    server.answerNext('GET /tasks/a1', { status: 0 })
    server.answerNext('GET /tasks/a1', { status: 0 })
    server.answerNext('GET /tasks/a1', { status: 200, body: task([item({})]) })
    renderConsole(server, '/admin/history/a1')
    await screen.findByText('The task could not be loaded. Check the connection, then try again.')
    expect(screen.queryByText('Task not found.')).toBeNull()
    await screen.findByText('r-881', {}, { timeout: 5000 })
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  it('says that what goes out cannot be followed while the server cannot be reached', async () => {
    const queued = task([item({ status: 'queued' })], { status: 'queued' })
    server.answerNext('GET /tasks/a1', { status: 200, body: queued })
    server.answerNext('GET /tasks/a1', { status: 0 })
    server.answerNext('GET /tasks/a1', { status: 200, body: queued })
    renderConsole(server, '/admin/history/a1')
    await screen.findByText('Updating by itself while replies are going out.')
    await screen.findByText(taskMessages.stale, {}, { timeout: 3000 })
    await screen.findByText('Updating by itself while replies are going out.', {}, { timeout: 3000 })
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

  it('shows what happened to a reply, step by step in the chart, and what happens meanwhile', async () => {
    const tasks = server.gate(/^GET \/tasks\/a1$/)
    const { user } = renderConsole(server, '/admin/history/a1')
    const sent = item({ attempts: [], status: 'posting', updated_at: at })
    await tasks.answer({ status: 200, body: task([sent], { status: 'processing' }) })
    const steps = [
      { at, event: { type: 'item.claim' }, state: 'posting' },
      { at: later, event: { type: 'post.refused' }, state: 'failed.retryable' },
    ]
    const history = (count: number) =>
      server.answerNext('GET /tasks/a1/items/1/history', {
        status: 200,
        body: json({ created_at: at, is_whole: true, steps: steps.slice(0, count) }),
      })
    history(1)
    await user.click(await screen.findByRole('button', { name: 'Steps' }))
    const list = await screen.findByRole('list', { name: 'Steps' })
    const told = () =>
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent?.replace(/^.*[AP]M/, ''))
    const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
    const lit = () => [texts('.state.is-active .key'), texts('.arrow.is-latest .is-latest')]
    expect(told()).toEqual(['Stored, to be sentqueued', 'Taken to be sentposting'])
    expect(lit()).toEqual([['item', 'posting'], ['item.claim / countAttempt, forgetTrouble']])
    history(2)
    await tasks.answer({ status: 200, body: task([{ ...sent, status: 'failed', updated_at: later }]) })
    await within(list).findByRole('button', { name: /X refused it/ })
    expect(told().at(-1)).toBe('X refused itfailed.retryable')
    expect(lit()).toEqual([['item', 'failed', 'retryable'], ['post.refused / tell']])
    await user.click(within(list).getByRole('button', { name: /Stored/ }))
    expect(lit()).toEqual([['item', 'queued'], []])
  })

  it('says where steps of a reply are missing, and shows none of another provider', async () => {
    const told = item({ id: 1, attempts: [] })
    server.answerNext('GET /tasks/a1', { status: 200, body: task([told, item({ id: 2, twitter_username: '@other' })]) })
    const steps = [{ at: later, event: { type: 'post.undone' }, state: 'queued' }]
    const history = json({ created_at: at, is_whole: false, steps })
    server.answerNext('GET /tasks/a1/items/1/history', { status: 200, body: history })
    const { user } = renderConsole(server, '/admin/history/a1')
    await user.click(await screen.findByRole('button', { name: 'Steps' }))
    await screen.findByText(/^Steps are missing/)
    screen.getByRole('button', { name: /post\.undone/ })
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
    await user.click(screen.getByRole('button', { name: 'Retry 3 cancelled' }))
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

  it('says in local time when a paused app is tried again, tries it at once, and leads to the account that is the reason', async () => {
    const soon = new Date(Date.now() + 60_000)
    const until = soon.toISOString()
    const waiting = [
      item({ status: 'queued', next_at: until }),
      item({ id: 2, status: 'queued', is_of_account: true, account_id: 7, twitter_username: '@otto' }),
    ]
    const paused = { status: 'queued', error: 'X takes no more.', paused: { by: 'app', until } } as const
    server.answerNext('GET /tasks/a1', { status: 200, body: task(waiting, paused) })
    server.answerNext('POST /tasks/a1/retry', { status: 200, body: task([item({})], { status: 'completed' }) })
    const { user } = renderConsole(server, '/admin/history/a1')
    const clock = soon.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    const retry = await screen.findByRole('button', { name: 'Try now' })
    expect(retry.parentElement?.textContent).toContain(`X takes no more. It is tried again at ${clock}.`)
    const links = screen.getAllByRole('link', { name: /^Look at/ })
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Look at @otto', '/admin/media-agent/7'],
    ])
    await user.click(retry)
    expect(await screen.findByText('completed', { selector: 'td *' })).toBeDefined()
  })

  it.each([
    ['Check again', { action: 'check_again' }],
    ['Send again', { action: 'send_again' }],
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

  it('asks before it gives a reply up, and again after a refusal', async () => {
    server.answerNext('GET /tasks/a1', { status: 200, body: task([item({ status: 'needs_review' })]) })
    server.answerNext('POST /tasks/a1/items/1/decision', { status: 503, body: { detail: 'Later' } })
    const { user } = renderConsole(server, '/admin/history/a1')
    const decisions = () => server.requests.filter(({ call }) => call === 'POST /tasks/a1/items/1/decision')
    const asked = async () => {
      await user.click(await screen.findByRole('button', { name: 'Give up' }))
      return within(await screen.findByRole('alertdialog', { name: 'Give up this reply?' }))
    }
    await user.click((await asked()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(decisions()).toEqual([])
    await user.click((await asked()).getByRole('button', { name: 'Give up' }))
    expect(await screen.findAllByText('Later')).not.toEqual([])
    server.answerNext('POST /tasks/a1/items/1/decision', { status: 200, body: task([item({ status: 'failed' })]) })
    await user.click((await asked()).getByRole('button', { name: 'Give up' }))
    expect(await screen.findByText('failed', { selector: 'td *' })).toBeDefined()
    expect(decisions().map(({ body }) => body)).toEqual([{ action: 'give_up' }, { action: 'give_up' }])
  })

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
    const fault = await screen.findByText('It replies to another post')
    expect(screen.getByLabelText('Link of the post').getAttribute('aria-describedby')).toContain(fault.id)
    expect(server.requests.find(({ call }) => call === 'POST /tasks/a1/items/1/decision')?.body).toEqual({
      action: 'posted',
      tweet_url: 'https://x.com/brewlab_ama/status/1991427730554880999',
    })
  })
})
