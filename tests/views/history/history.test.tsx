import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TaskSummary } from '../../../src/schemas/history/tasks'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { renderConsole } from '../../support/renderConsole'
import { json } from '../../support/server'
import { cells, columns } from '../../support/tables'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

const at = '2026-01-02T03:04:05.000Z'
const later = '2026-03-04T05:06:07.000Z'
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

describe('History', () => {
  it('shows that it is loading, then that there is nothing', async () => {
    const release = server.holdNext('GET /tasks/')
    renderConsole(server, '/admin/history')
    expect(await screen.findByText('Loading...')).toBeDefined()
    release()
    expect(await screen.findByText('No results.')).toBeDefined()
  })

  it('shows every column of a task and links to its details', async () => {
    server.answerNext('GET /tasks/', {
      status: 200,
      body: [summary({}), summary({ id: 'b/2', status: 'odd value', cancelled: 2 })],
    })
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
      `Created At${inTwoLines(at)}`,
      `Updated At${inTwoLines(later)}`,
    ]
    expect(cells(first).slice(0, -1)).toEqual(['#1', 'completed', ...values])
    const withCancelled = values.map((value) => (value === 'Failed3' ? 'Failed32 cancelled' : value))
    expect(cells(second).slice(0, -1)).toEqual(['#2', 'odd value', ...withCancelled])
  })

  it('shows for each task the post, the person, the character and the group', async () => {
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

  it('filters, shows failures first, and keeps that in the address', async () => {
    const tasks = [summary({}), summary({ id: 'b2', failed: 0, completed: 3 }), summary({ id: 'c3', group: 'night' })]
    server.answerNext('GET /tasks/', { status: 200, body: json(tasks) })
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

  it('loads again automatically when an unreachable server answers', async () => {
    server.answerNext('GET /tasks/', { status: 0 })
    server.answerNext('GET /tasks/', { status: 200, body: [summary({})] })
    renderConsole(server, '/admin/history')
    await screen.findByRole('button', { name: 'Try again' })
    await screen.findByRole('table', { name: 'Tasks' }, { timeout: 3000 })
  })

  it('polls a running task until it is settled, unless it is paused', async () => {
    const running = [summary({ status: 'processing', completed: 0, failed: 0, pending: 3 })]
    server.answerNext('GET /tasks/', { status: 200, body: json(running) })
    server.answerNext('GET /tasks/', { status: 200, body: json([summary({})]) })
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
