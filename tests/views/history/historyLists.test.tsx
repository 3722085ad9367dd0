import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as historyWords from '../../../src/schemas/history/history.words'
import type { TaskSummary } from '../../../src/schemas/history/tasks'
import { wantedGone } from '../../../src/schemas/manual/manual.words'
import { shortTime } from '../../../src/views/ui/localTimes'
import { manualItem, summary } from '../../machines/samples'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { catchSavedFiles } from '../../support/savedFiles'
import { json } from '../../support/server'
import { cells, columns } from '../../support/tables'
import { at, later } from '../../support/taskSamples'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const task = (id: string, change: Partial<TaskSummary> = {}): TaskSummary => ({
  ...summary('completed', 0),
  id,
  ...change,
})
const many = (count: number) => Array.from({ length: count }, (_, index) => task(`t${index + 1}`))

describe('the list of History', () => {
  const open = async (tasks: TaskSummary[], query = '') => {
    server.answerNext('GET /tasks/', { status: 200, body: json(tasks) })
    const { user } = renderConsole(server, `/admin/history${query}`)
    await screen.findByRole('heading', { name: 'History', level: 1 })
    return user
  }
  const lead = () => screen.getByRole('heading', { level: 1 }).parentElement?.querySelector('p')?.textContent
  const table = () => screen.findByRole('table', { name: 'Tasks' })

  it.each<[string | undefined, TaskSummary[]]>([
    [undefined, [task('a')]],
    ['1 reply to post manually, because X rejects it from apps.', [task('a', { handed_over: 1 }), task('b')]],
    [
      '3 replies to post manually, because X rejects them from apps.',
      [task('a', { handed_over: 1 }), task('b', { handed_over: 2 })],
    ],
  ])('shows the number of manual replies, also before the server has counted: %s', async (words, tasks) => {
    server.holdNext('GET /tasks/open')
    await open(tasks)
    await table()
    const link = within(screen.getByRole('main')).queryByRole('link', { name: 'Post manually' })
    expect([link?.previousElementSibling?.textContent, link?.getAttribute('href')]).toEqual([
      words,
      words && '/admin/history/by-hand',
    ])
  })

  it.each([
    [undefined, 99],
    ['The list and its search cover the latest 100 tasks.', 100],
    ['The list and its search cover the latest 100 tasks, and older ones that wait for a decision.', 101],
  ])('shows how far back it goes: %s', async (words, count) => {
    await open(many(count))
    await table()
    expect(screen.queryByText(/^The list and its search/)?.textContent).toBe(words)
  })

  it('leaves a count blank that the provider does not send', async () => {
    const { failed: _, ...rest } = task('a', { total_items: 3, completed: 2, pending: 1 })
    await open([{ ...rest, pending: null } as unknown as TaskSummary])
    const counts = within(await table())
      .getAllByRole('cell')
      .slice(2, 6)
    expect(counts.map(({ textContent }) => textContent)).toEqual(['Total Items3', 'Completed2', 'Failed', 'Pending'])
    expect(screen.getByText('Missing or unreadable: failed, pending.')).toBeDefined()
  })

  it('shows the tasks with the chosen status', async () => {
    const statuses = ['needs_review', 'handed_over', 'failed', 'cancelled', 'processing', 'queued', 'completed']
    const user = await open(statuses.map((status) => task(`t-${status}`, { status, pending: 0 })))
    const choice = await screen.findByRole('combobox', { name: 'Show' })
    const shown: Record<string, (string | null)[]> = {}
    for (const { label } of within(choice).getAllByRole<HTMLOptionElement>('option')) {
      await user.selectOptions(choice, label)
      const rows = within(await table())
        .getAllByRole('row')
        .slice(1)
      shown[label] = rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent ?? null)
    }
    expect(shown).toEqual({
      'All tasks': ['to review', 'to post manually', ...statuses.slice(2)],
      'To review': ['to review'],
      'To post manually': ['to post manually'],
      'With failures': ['failed'],
      Cancelled: ['cancelled'],
      'Being sent': ['processing'],
      Queued: ['queued'],
      Completed: ['completed'],
    })
    expect(screen.getByPlaceholderText('Search posts, people, groups')).toBeDefined()
  })

  it('links to each task, and back to the unchanged list', async () => {
    const user = await open(many(3), '?search=t2')
    server.answerNext('GET /tasks/t2', { status: 200, body: json({ ...task('t2'), items: [] }) })
    const link = await screen.findByRole('link', { name: 'Details of task 2' })
    expect([link.title, link.getAttribute('href')]).toEqual(['Details', '/admin/history/t2'])
    await user.click(link)
    const back = await screen.findByRole('link', { name: 'Back to History' })
    expect(back.getAttribute('href')).toBe('/admin/history?search=t2')
  })

  it('shows that everything is settled, and links to the costs', async () => {
    await open([task('a')])
    await table()
    expect(lead()).toBe('Sent replies and failures.')
    expect(screen.queryByRole('button', { name: /updates$/ })).toBeNull()
    const costs = within(screen.getByRole('main')).getByRole('link', { name: 'Spending' })
    expect(costs.getAttribute('href')).toBe('/admin/history/spending')
  })

  it('shows that it is updated, or cannot be', async () => {
    const running = task('a', { status: 'processing', pending: 2, completed: 0 })
    const asked = server.gate(/^GET \/tasks\/$/)
    renderConsole(server, '/admin/history')
    await asked.answer({ status: 200, body: json([running]) })
    await table()
    expect(lead()).toBe('Updates automatically while replies are being sent.')
    await asked.answer({ status: 503, body: {} })
    await waitFor(() => expect(lead()).toBe(historyWords.stale))
  })

  it('links to Home if nothing has been sent', async () => {
    await open([])
    const link = await screen.findByRole('link', { name: 'Write replies' })
    expect(link.getAttribute('href')).toBe('/admin/home')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('can be requested again if it could not be loaded', async () => {
    server.answerNext('GET /tasks/', { status: 500 })
    const { user } = renderConsole(server, '/admin/history')
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again' })
    await waitFor(() => expect(again.disabled).toBe(false))
    const asked = server.gate(/^GET \/tasks\/$/)
    await user.click(again)
    await waitFor(() => expect(asked.waiting()).toBe(1))
    expect(again.ariaBusy).toBe('true')
    await asked.answer({ status: 200, body: json([task('a')]) })
    await table()
  })
})

describe('recent activity', () => {
  const entry = (id: number, change: object = {}) => ({
    id,
    action: 'group.created',
    subject: `crew ${id}`,
    detail: null,
    at,
    ...change,
  })
  const open = async () => {
    const { user } = renderConsole(server, '/admin/history')
    const section = within(await screen.findByRole('region', { name: 'Recent activity' }))
    const show = section.getByRole('button', { name: 'Show activity' })
    expect(show.getAttribute('aria-expanded')).toBe('false')
    await user.click(show)
    expect(section.getByRole('button', { name: 'Hide activity' }).getAttribute('aria-expanded')).toBe('true')
    return { user, section }
  }
  const isOffered = () => screen.queryByRole('button', { name: 'Export what is shown' }) !== null

  it('shows who did what and when, with details but without technical parts', async () => {
    const hash = 'ab'.repeat(32)
    const details = [
      null,
      '',
      'plain',
      `kept; texts ${hash}`,
      `text ${hash}`,
      `text ${hash}!`,
      `a text ${hash}`,
      `text ${hash.slice(1)}`,
    ]
    server.answerNext('GET /audit', {
      status: 200,
      body: json(details.map((detail, index) => entry(index + 1, { detail, at: index === 0 ? later : at }))),
    })
    await open()
    const table = await screen.findByRole('table', { name: 'Recent activity' })
    expect(columns(table)).toEqual(['What', 'Whom', 'Details', 'When'])
    const rows = within(table).getAllByRole('row').slice(1).map(cells)
    expect(rows[0]).toEqual(['Group created', 'Whomcrew 1', 'Details', `When${shortTime(new Date(later))}`])
    expect(rows.map((row) => row[2])).toEqual(
      ['', '', 'plain', 'kept', '', `text ${hash}!`, `a text ${hash}`, `text ${hash.slice(1)}`].map(
        (words) => `Details${words}`,
      ),
    )
  })

  it('can be collapsed', async () => {
    const { user, section } = await open()
    await section.findByRole('searchbox', { name: 'Search activity' })
    await user.click(section.getByRole('button', { name: 'Hide activity' }))
    expect(section.queryByRole('searchbox')).toBeNull()
    section.getByRole('button', { name: 'Show activity' })
  })

  it('is exported as shown', async () => {
    const saved = catchSavedFiles()
    server.answerNext('GET /audit', { status: 200, body: json([entry(1)]) })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Export what is shown' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.blob.text()).toContain('crew 1')
  })

  it('shows that nothing has happened, or that nothing matches', async () => {
    for (let calls = 0; calls < 3; calls += 1) server.answerNext('GET /audit', { status: 200, body: [] })
    const { user } = await open()
    await screen.findByText('Nothing has happened yet.')
    expect(isOffered()).toBe(false)
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search activity' })
    expect([field.placeholder, field.maxLength]).toEqual(['Search activity', 100])
    await user.type(field, ' ')
    await screen.findByText('Nothing has happened yet.')
    await user.type(field, 'x')
    await screen.findByText('No matching entries.')
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  it('can be requested again if it could not be loaded', async () => {
    server.answerNext('GET /audit', { status: 500 })
    const { user, section } = await open()
    const again = await section.findByRole('button', { name: 'Try again' })
    expect([isOffered(), section.queryByRole('button', { name: 'Show older' })]).toEqual([false, null])
    server.answerNext('GET /audit', { status: 200, body: json([entry(4)]) })
    await user.click(again)
    expect((await screen.findByRole('table', { name: 'Recent activity' })).textContent).toContain('crew 4')
  })

  it('shows that it is loading, including the older part', async () => {
    server.answerNext('GET /audit', {
      status: 200,
      body: json(Array.from({ length: 100 }, (_, index) => entry(200 - index))),
    })
    const { user, section } = await open()
    const asked = server.gate(/^GET \/audit$/)
    const older = await section.findByRole<HTMLButtonElement>('button', { name: 'Show older' })
    expect(older.ariaBusy).toBeNull()
    await user.click(older)
    await waitFor(() => expect(older.ariaBusy).toBe('true'))
    await asked.answer({ status: 503, body: {} })
    expect((await section.findByRole('alert')).textContent).toBe(
      'Older entries could not be loaded. Check the connection, then try again.',
    )
    expect(older.ariaBusy).toBeNull()
  })
})

describe('by hand', () => {
  const list = (...ids: string[]) => json({ items: ids.map(manualItem), total: ids.length })
  const open = (body: ReturnType<typeof json>, query = '') => {
    server.answerNext('GET /tasks/handed-over', { status: 200, body })
    return renderConsole(server, `/admin/history/by-hand${query}`)
  }

  it.each([
    [undefined, '1 of 2', list('1', '2'), ''],
    [undefined, '2 of 2', list('1', '2'), '?item=2'],
    [wantedGone(true), '1 of 2', list('1', '2'), '?item=3'],
  ])('begins with the requested reply: %s', async (words, place, body, query) => {
    open(body, query)
    const region = await screen.findByRole('region', { name: 'The reply to post' })
    expect(within(region).getByRole('status').textContent).toContain(place)
    expect(screen.queryByText(/^The reply that you opened/)?.textContent).toBe(words)
  })

  it('shows when nothing is left, and looks again on request', async () => {
    const { user } = open(list(), '?item=3')
    await screen.findByText('No reply is left to post manually.')
    expect(screen.getByText(/^The reply that you opened/).textContent).toBe(wantedGone(false))
    server.answerNext('GET /tasks/handed-over', { status: 200, body: list('1') })
    await user.click(screen.getByRole('button', { name: 'Look again' }))
    await screen.findByRole('region', { name: 'The reply to post' })
  })

  it('can be requested again if it could not be loaded', async () => {
    server.answerNext('GET /tasks/handed-over', { status: 500 })
    const { user } = renderConsole(server, '/admin/history/by-hand')
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByText('No reply is left to post manually.')).toBeNull()
    server.answerNext('GET /tasks/handed-over', { status: 200, body: list('1') })
    await user.click(again)
    await screen.findByRole('region', { name: 'The reply to post' })
  })

  it('shows that it is loading', async () => {
    const release = server.holdNext('GET /tasks/handed-over')
    renderConsole(server, '/admin/history/by-hand')
    await screen.findByRole('heading', { name: 'Post manually', level: 1 })
    await screen.findByText('Loading...')
    release()
    await screen.findByText('No reply is left to post manually.')
  })
})
