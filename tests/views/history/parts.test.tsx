import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { createTable } from '../../../src/machines/crud/table'
import {
  initialListState,
  type ListState,
  listQuery,
  nextListState,
  readListState,
} from '../../../src/schemas/history/historyTable'
import type { TaskItem, TaskSummary } from '../../../src/schemas/history/tasks'
import { BackToHistory } from '../../../src/views/history/BackToHistory'
import { FoundRows, ListTools } from '../../../src/views/history/ListTools'
import { PauseButton } from '../../../src/views/history/PauseButton'
import { TaskAbout } from '../../../src/views/history/TaskAbout'
import { TaskMeter } from '../../../src/views/history/TaskMeter'
import { item } from '../../machines/samples'

describe('the state of a task', () => {
  const all = ['completed', 'failed', 'cancelled', 'needs_review', 'handed_over', 'queued', 'unknown']
  const bars = () =>
    [...screen.getByRole('img').children].map((bar) => [
      bar.className.match(/bg-\w+/)?.[0],
      (bar as HTMLElement).style.width,
    ])

  it.each<[string, Partial<Record<string, number>>]>([
    ['0 completed, 0 failed, 0 waiting', {}],
    ['2 completed, 1 failed, 0 waiting', { completed: 2, failed: 1 }],
    ['0 completed, 0 failed, 3 waiting', { queued: 2, unknown: 1 }],
    ['0 completed, 0 failed, 2 cancelled, 1 waiting', { cancelled: 2, queued: 1 }],
    ['1 completed, 0 failed, 2 to review, 0 waiting', { completed: 1, needs_review: 2 }],
    ['1 completed, 0 failed, 3 to post manually, 0 waiting', { completed: 1, handed_over: 3 }],
    [
      '6 completed, 5 failed, 4 cancelled, 3 to review, 2 to post manually, 1 waiting',
      { completed: 6, failed: 5, cancelled: 4, needs_review: 3, handed_over: 2, queued: 1 },
    ],
  ])('is shown as "%s"', (words, counts) => {
    const items: TaskItem[] = all.flatMap((status) =>
      Array.from({ length: counts[status] ?? 0 }, (_, at) => item(`${status}-${at}`, status)),
    )
    render(<TaskMeter items={items} />)
    expect(screen.getByRole('img').ariaLabel).toBe(words)
    const told = [...screen.getByRole('status').children].map(({ textContent }) => textContent)
    expect(told.join(', ')).toBe(words)
  })

  it('is a bar of posted and failed replies', () => {
    render(
      <TaskMeter items={['completed', 'completed', 'failed', 'queued'].map((status, at) => item(`${at}`, status))} />,
    )
    expect(bars()).toEqual([
      ['bg-success', '50%'],
      ['bg-danger', '25%'],
    ])
  })
})

describe('the subject of a task', () => {
  const post = { tweet_id: '19', text: 'Which beans?', author_username: 'grace' }

  it.each<[string[], Partial<TaskSummary>]>([
    [[], {}],
    [[], { characters: [], group: '', needs_review: 0, handed_over: 0, post: null }],
    [['as Mara'], { characters: ['Mara'] }],
    [['through launch-crew'], { group: 'launch-crew' }],
    [['1 to review'], { needs_review: 1 }],
    [['2 to post manually'], { handed_over: 2 }],
    [['@grace Which beans?'], { post }],
    [
      ['The post Which beans?', 'as Mara, Otto'],
      { post: { ...post, author_username: '' }, characters: ['Mara', 'Otto'] },
    ],
    [
      ['@grace Which beans?', 'as Mara · through launch-crew · 3 to review · 4 to post manually'],
      { post, characters: ['Mara'], group: 'launch-crew', needs_review: 3, handed_over: 4 },
    ],
  ])('is shown as %j', (lines, about) => {
    const { container } = render(<TaskAbout task={about} />)
    expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(lines)
    expect(container.childElementCount).toBe(lines.length === 0 ? 0 : 1)
  })

  it('links to the post, in a new tab', () => {
    render(<TaskAbout task={{ post }} />)
    const link = screen.getByRole('link', { name: '@grace' })
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://x.com/grace/status/19',
      '_blank',
      'noreferrer',
    ])
  })
})

describe('the way back to History', () => {
  it.each([
    ['/admin/history?status=failed&page=2', { list: '?status=failed&page=2' }],
    ['/admin/history', { list: 7 }],
    ['/admin/history', { other: '?page=2' }],
    ['/admin/history', '?page=2'],
    ['/admin/history', null],
    ['/admin/history', undefined],
  ])('is %s if the page got %j', (href, state) => {
    window.history.pushState(state, '', '/admin/history/a1')
    render(<BackToHistory />)
    expect(screen.getByRole('link', { name: 'Back to History' }).getAttribute('href')).toBe(href)
  })
})

describe('the button that pauses updates', () => {
  it.each([
    ['Pause updates', false],
    ['Resume updates', true],
  ])('is labelled "%s", and works as labelled', async (name, isPaused) => {
    const [onPause, onResume] = [vi.fn(), vi.fn()]
    render(<PauseButton isPaused={isPaused} onPause={onPause} onResume={onResume} />)
    await userEvent.click(screen.getByRole('button', { name }))
    expect([onPause.mock.calls.length, onResume.mock.calls.length]).toEqual(isPaused ? [0, 1] : [1, 0])
  })
})

describe('a list in History', () => {
  const tableOf = () => {
    const machine = createTable<ListState, Partial<ListState>>({
      read: readListState,
      query: listQuery,
      next: nextListState,
      searchOf: ({ search }) => search,
      searchFor: (search) => ({ search }),
      isStep: () => false,
    }).provide({ actors: { watchQuery: fromCallback(() => {}) } })
    const table = createActor(machine, { input: { query: '' } }).start()
    onTestFinished(() => {
      table.stop()
    })
    const send = vi.spyOn(table, 'send')
    return { table, said: () => send.mock.calls.map(([event]) => event) }
  }
  const state: ListState = { ...initialListState, search: 'beans', status: 'queued' }
  const statuses = { all: 'All tasks', queued: 'Queued', failed: 'With failures' }

  it.each([false, true])('is searched, filtered and sorted (failed first: %s)', async (failedFirst) => {
    const { table, said } = tableOf()
    const list = { table, path: '/admin/history', state: { ...state, failedFirst } }
    render(<ListTools list={list} placeholder="Search posts" statuses={statuses} />)
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
    expect([field.value, field.placeholder, field.autocomplete, field.getAttribute('spellcheck')]).toEqual([
      'beans',
      'Search posts',
      'off',
      'false',
    ])
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Show' })
    expect([
      choice.value,
      ...within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ]).toEqual(['queued', 'All tasks', 'Queued', 'With failures'])
    const order = screen.getByRole('button', { name: 'Failed first' })
    expect(order.ariaPressed).toBe(String(failedFirst))
    const user = userEvent.setup()
    await user.type(field, '!')
    await user.selectOptions(choice, 'With failures')
    await user.click(order)
    expect(said()).toEqual([
      { type: 'search.type', search: 'beans!' },
      { type: 'search.keep' },
      { type: 'table.change', change: { status: 'failed' } },
      { type: 'table.change', change: { failedFirst: !failedFirst } },
    ])
  })

  const found = (pages: number, page: number, size: number, rows = [1]) => {
    const { table, said } = tableOf()
    render(
      <FoundRows list={{ table, path: '/admin/history', state: { ...state, size } }} page={{ rows, page, pages }}>
        <p>The rows</p>
      </FoundRows>,
    )
    return said
  }

  it('shows that nothing was found, and shows everything on request', async () => {
    const said = found(1, 1, 20, [])
    expect(screen.queryByText('The rows')).toBeNull()
    screen.getByText('Nothing matches your search.')
    expect(screen.getByRole('presentation').getAttribute('src')).toMatch(/noMatch/)
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(said()).toEqual([{ type: 'table.change', change: { search: '', status: '' } }])
  })

  it.each([
    [false, 1, 20],
    [false, 1, 100],
    [true, 1, 10],
    [true, 2, 20],
  ])('has pages (%s) with %i of %i rows', (has, pages, size) => {
    found(pages, 1, size)
    screen.getByText('The rows')
    expect(screen.queryAllByRole('navigation', { name: 'Pages' })).toHaveLength(has ? 1 : 0)
  })

  it('has page links and a page size', async () => {
    const said = found(3, 2, 10)
    screen.getByText('Page 2 of 3')
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    const to = (page: string) => `/admin/history?search=beans&status=queued${page}&size=10`
    expect(links).toEqual([to(''), to(''), to('&page=2'), to('&page=3'), to('&page=3')])
    const user = userEvent.setup()
    await user.click(screen.getByRole('link', { name: 'Page 3' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50')
    expect(said()).toEqual([
      { type: 'table.change', change: { page: 3 } },
      { type: 'table.change', change: { size: 50 } },
    ])
  })
})
