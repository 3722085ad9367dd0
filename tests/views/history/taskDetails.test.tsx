import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as historyWords from '../../../src/schemas/history/history.words'
import { shortTime } from '../../../src/views/ui/localTimes'
import { type DeliveringServer, postBaseUrl, startDeliveringServer } from '../../support/deliveringServer'
import { renderConsole } from '../../support/renderConsole'
import { json } from '../../support/server'
import { cells, columns } from '../../support/tables'
import { at, item, later, sendBatch, task } from '../../support/taskSamples'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

const shownAt = new Date(at).toLocaleString()
const shownLater = new Date(later).toLocaleString()
const inTwoLines = (time: string) => new Date(time).toLocaleDateString() + new Date(time).toLocaleTimeString()

describe('Task Details', () => {
  it('shows that it is loading, then that there is no such task', async () => {
    const release = server.holdNext('GET /tasks/nowhere')
    const { user } = renderConsole(server, '/admin/history/nowhere')
    expect(await screen.findByText('Loading...')).toBeDefined()
    release()
    expect(await screen.findByText('Task not found.')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Back to History' }))
    expect(await screen.findByRole('heading', { name: 'History' })).toBeDefined()
  })

  it('appears when an unreachable server answers, and is not shown as missing', async () => {
    server.answerNext('GET /tasks/a1', { status: 0 })
    server.answerNext('GET /tasks/a1', { status: 0 })
    server.answerNext('GET /tasks/a1', { status: 200, body: task([item({})]) })
    renderConsole(server, '/admin/history/a1')
    await screen.findByText('The task could not be loaded. Check your connection and try again.')
    expect(screen.queryByText('Task not found.')).toBeNull()
    await screen.findByText('r-881', {}, { timeout: 5000 })
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  it('shows that sends cannot be followed while the server cannot be reached', async () => {
    const queued = task([item({ status: 'queued' })], { status: 'queued' })
    server.answerNext('GET /tasks/a1', { status: 200, body: queued })
    server.answerNext('GET /tasks/a1', { status: 0 })
    server.answerNext('GET /tasks/a1', { status: 200, body: queued })
    renderConsole(server, '/admin/history/a1')
    await screen.findByText('Updates automatically while replies are being sent.')
    await screen.findByText(historyWords.stale, {}, { timeout: 3000 })
    await screen.findByText('Updates automatically while replies are being sent.', {}, { timeout: 3000 })
  })

  it('shows that its updates are paused, and reads at once when they resume', async () => {
    const queued = task([item({ status: 'queued' })], { status: 'queued' })
    for (const body of [queued, task([item({})])]) server.answerNext('GET /tasks/a1', { status: 200, body })
    const { user } = renderConsole(server, '/admin/history/a1')
    await user.click(await screen.findByRole('button', { name: 'Pause updates' }))
    expect(screen.getByText('Updates are paused.')).toBeDefined()
    expect(screen.queryByText('Updates automatically while replies are being sent.')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Resume updates' }))
    expect(await screen.findByText('No more automatic changes.')).toBeDefined()
    expect(screen.queryByText('Updates are paused.')).toBeNull()
  })

  it.each([
    ['b/2', 'b%2F2'],
    ['run:7=', 'run%3A7%3D'],
    ['%', '%'],
  ])('requests the task %j of the address %s', async (id, written) => {
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
    expect(screen.getByText('The group is gone').closest('.text-danger-ink')).not.toBeNull()
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
      '#2',
      'Reply IDr-882',
      'Retry Count3',
      '@brewlab_ama',
      'failed',
      `Created At${inTwoLines(at)}`,
      `Updated At${inTwoLines(later)}`,
    ])
    expect(error).toContain('Not allowed')
    within(table).getByText('X took it all the same')
    const ink = (status: string) =>
      /text-(\w+)-ink/.exec(within(table).getByText(status).closest('[class*=-ink]')?.className ?? '')?.[1]
    expect(['completed', 'failed', 'odd value'].map(ink)).toEqual(['success', 'danger', 'neutral'])
    const link = within(table).getByRole('link', { name: 'View reply' })
    expect(link.getAttribute('href')).toBe(`${postBaseUrl}/brewlab_ama/status/1991427730554880999`)
    expect(within(table).getByText('Not allowed')).toBeDefined()
    expect(screen.getByRole('img', { name: '1 completed, 1 failed, 1 waiting' })).toBeDefined()
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

  it('shows the history of a reply, step by step in the chart, with new steps', async () => {
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
        .map((step) => step.textContent?.replace(step.querySelector('time')?.textContent ?? '', ''))
    const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
    const lit = () => [texts('.state.is-active .key'), texts('.arrow.is-latest .is-latest')]
    expect(told()).toEqual(['Queuedqueued', 'Sendingposting'])
    expect(lit()).toEqual([['item', 'posting'], ['item.claim / countAttempt, forgetTrouble']])
    history(2)
    await tasks.answer({ status: 200, body: task([{ ...sent, status: 'failed', updated_at: later }]) })
    await within(list).findByRole('button', { name: /Rejected by X/ })
    expect(told().at(-1)).toBe('Rejected by Xfailed.retryable')
    expect(lit()).toEqual([['item', 'failed', 'retryable'], ['post.refused [neverInDoubt] / tell']])
    await user.click(within(list).getByRole('button', { name: /Queued/ }))
    expect(lit()).toEqual([['item', 'queued'], []])
  })

  it('shows that steps of a reply are missing, and shows none from another provider', async () => {
    const told = item({ id: 1, attempts: [] })
    server.answerNext('GET /tasks/a1', { status: 200, body: task([told, item({ id: 2, twitter_username: '@other' })]) })
    const steps = [{ at: later, event: { type: 'post.undone' }, state: 'queued' }]
    const history = json({ created_at: at, is_whole: false, steps })
    server.answerNext('GET /tasks/a1/items/1/history', { status: 200, body: history })
    const { user } = renderConsole(server, '/admin/history/a1')
    await user.click(await screen.findByRole('button', { name: 'Steps' }))
    await screen.findByText(/^Some steps are missing/)
    screen.getByRole('button', { name: /post\.undone/ })
  })

  it('shows the items with the chosen status', async () => {
    const statuses = ['needs_review', 'handed_over', 'failed', 'cancelled', 'queued', 'unknown', 'completed'] as const
    const items = statuses.map((status, index) =>
      item({ id: index + 1, status, twitter_username: `@agent-${status}-` }),
    )
    server.answerNext('GET /tasks/a1', { status: 200, body: task(items) })
    const { user } = renderConsole(server, '/admin/history/a1')
    const choice = await screen.findByRole('combobox', { name: 'Show' })
    const shown: Record<string, string[]> = {}
    for (const { label } of within(choice).getAllByRole<HTMLOptionElement>('option')) {
      await user.selectOptions(choice, label)
      const { textContent } = screen.getByRole('table', { name: 'Items' })
      shown[label] = statuses.filter((status) => textContent?.includes(`@agent-${status}-`))
    }
    expect(shown).toEqual({
      'All items': [...statuses],
      'To review': ['needs_review'],
      'To post manually': ['handed_over'],
      Failed: ['failed'],
      Cancelled: ['cancelled'],
      Queued: ['queued'],
      'Outcome unknown': ['unknown'],
      Completed: ['completed'],
    })
  })

  it('follows the replies until all are posted', async () => {
    const id = await sendBatch(server, ['ada', 'bob'])
    renderConsole(server, `/admin/history/${id}`)
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'View reply' })).toHaveLength(2))
    expect(screen.getByText('No more automatic changes.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Pause updates' })).toBeNull()
  })

  it('shows when it resumes and when it checks, but not the manual way while the outcome is open', async () => {
    const soon = new Date(Date.now() + 120_000)
    const next_at = soon.toISOString()
    const clock = shortTime(soon)
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
    expect(queued?.textContent).toContain(`Waiting, resumes ${clock}.`)
    expect(unknown?.textContent).toContain(`X may or may not have this reply, next check ${clock}.`)
    expect(screen.queryByRole('link', { name: 'Open in X' })).toBeNull()
  })
})
