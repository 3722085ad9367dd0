import { describe, expect, it } from 'vitest'
import type { TaskSummary } from '../../../src/schemas/history/tasks'
import {
  type Entry,
  entriesOf,
  foundIn,
  type Lists,
  reloadOf,
  searchable,
} from '../../../src/views/shell/palette/paletteEntries'

const task = (id: string, more: Partial<TaskSummary> = {}): TaskSummary => ({
  id,
  owner_id: 1,
  status: 'completed',
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-03-04T05:06:07.000Z',
  total_items: 3,
  completed: 3,
  failed: 0,
  pending: 0,
  post: { tweet_id: '42', text: `Launch of ${id}`, author_username: `maker_${id}` },
  ...more,
})

const nothing: Lists = { accounts: undefined, roles: undefined, groups: undefined, tasks: undefined }
const allOf = (lists: Partial<Lists>, hasQueue = false) =>
  entriesOf({ ...nothing, ...lists }, hasQueue).searched.map(({ entry }) => entry)
const atRest = (lists: Partial<Lists>, hasQueue = false, isOurs = true) =>
  entriesOf({ ...nothing, ...lists }, hasQueue, isOurs).atRest.map(({ id }) => id)
const go = (to: string, ask?: string) => ({ do: 'go', to, ...(ask ? { ask } : {}) })

describe('the palette', () => {
  it('finds each page and each action, with its purpose', () => {
    expect(allOf({}, true).map(({ label, helper, choice }) => [label, helper, choice])).toEqual([
      ['Home', 'Write and send replies', go('/admin/home')],
      ['AI Character', 'Personas and their models', go('/admin/ai-character')],
      ['Media Agent', 'Connected X accounts', go('/admin/media-agent')],
      ['Post Group', 'Sets of accounts to post through', go('/admin/group')],
      ['History', 'Sent replies and failures', go('/admin/history')],
      ['Inbox', 'Mentions waiting for an answer', go('/admin/home/inbox')],
      ['Post manually', 'Replies that X rejects from apps', go('/admin/history/by-hand')],
      ['Spending', 'Costs of X and models, and daily budgets', go('/admin/history/spending')],
      ['Settings', 'Password, sending, limits and tokens', go('/admin/settings')],
      ['Next post', 'Open the next post to answer', go('/admin/home', 'nextPost')],
      ['Connect account', 'Add an account through X’s page or with its keys', go('/admin/media-agent', 'create')],
      ['Import CSV', 'Add several accounts from a file', go('/admin/media-agent', 'import')],
      ['CSV template', 'Download a file with the columns of an import', { do: 'template' }],
      ['Create character', 'Add an AI character', go('/admin/ai-character', 'create')],
      ['Create group', 'Add a post group', go('/admin/group', 'create')],
      ['Many links', 'Add several posts to the list To answer', go('/admin/home', 'manyLinks')],
      ['Theme: light', 'Appearance of the console', { do: 'theme', theme: 'light' }],
      ['Theme: dark', 'Appearance of the console', { do: 'theme', theme: 'dark' }],
      ['Theme: system', 'Appearance of the console', { do: 'theme', theme: 'system' }],
      ['Report a problem', 'Save a file about what this console did', { do: 'report' }],
      ['Logout', 'Leave this console', { do: 'logout' }],
    ])
  })

  it('has an id for each line, and an icon', () => {
    const entries = allOf({ tasks: [task('a1', { failed: 1 }), task('b2')] }, true)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    expect(entries.filter(({ icon }) => !icon)).toEqual([])
  })

  it('shows the ten likeliest entries before a search: Next post, pages, a retry, new tasks, then actions', () => {
    const pages = ['home', 'ai-character', 'media-agent', 'group', 'history'].map((page) => `/admin/${page}`)
    const ours = ['home/inbox', 'history/by-hand', 'history/spending', 'settings'].map((page) => `/admin/${page}`)
    const tasks = [
      task('t1'),
      task('t2'),
      task('t3', { status: 'failed', completed: 0, failed: 3, cancelled: 3 }),
      task('t4', { failed: 1 }),
      task('t5', { failed: 2 }),
    ]
    expect(atRest({ tasks }, true)).toEqual(['action Next post', ...pages, ...ours])
    expect(atRest({ tasks })).toEqual([...pages, ...ours, 'retry t4'])
    expect(atRest({ tasks: tasks.slice(0, 3) })).toEqual([...pages, ...ours, '/admin/history/t1'])
    expect(atRest({ tasks: tasks.slice(0, 3) }, false, false)).toEqual([
      ...pages,
      ...['t1', 't2', 't3'].map((id) => `/admin/history/${id}`),
      'action Connect account',
      'action Import CSV',
    ])
  })
})

describe('results of a search', () => {
  const found = (query: string, lists: Partial<Lists> = {}): string[] =>
    foundIn(entriesOf({ ...nothing, ...lists }, true).searched, query).map(({ label }) => label)

  it.each([
    ['persona', 'Create character'],
    ['role add', 'Create character'],
    ['add new', 'Create group'],
    ['bug', 'Report a problem'],
    ['recording', 'Report a problem'],
    ['sign out', 'Logout'],
    ['colour dark', 'Theme: dark'],
    ['mode light', 'Theme: light'],
    ['next answer', 'Next post'],
    ['budgets', 'Spending'],
  ])('for other words, such as "%s", begin with %s', (query, label) => {
    expect(found(query)[0]).toBe(label)
  })

  it.each(['add', 'new'])('for "%s" are creating a group and a character', (query) => {
    const created = found(query).filter((label) => label.startsWith('Create'))
    expect(created.toSorted()).toEqual(['Create character', 'Create group'])
  })

  it('contain each task by its post and its group, and the retry of each one with failures', () => {
    const tasks = [
      ...['t1', 't2', 't3', 't4', 't5'].map((id) => task(id)),
      task('t6', { failed: 1, group: 'night crew' }),
      task('t7', { failed: 2, post: undefined, group: undefined }),
    ]
    expect(found('launch of t6', { tasks })).toEqual(['Replies to @maker_t6'])
    expect(found('night crew', { tasks })).toEqual(['Replies to @maker_t6'])
    expect(found('retry failed', { tasks })).toEqual(['Retry failed: Replies to @maker_t6', 'Retry failed: Task t7'])
    expect(found('undefined', { tasks })).toEqual([])
    expect(found('stryker', { tasks })).toEqual([])
  })

  it('have an id by the page of a list', () => {
    const at = '2026-01-02T03:04:05.000Z'
    const groups = [{ id: 31, name: 'crew 31', description: 'Mornings', created_at: at, updated_at: at }]
    const accounts = [{ id: 72, username: 'crew_72', group: 'crew 31', is_active: true, created_at: at }]
    const { searched } = entriesOf({ ...nothing, groups, accounts }, false)
    expect(foundIn(searched, 'crew').map(({ id, helper }) => [id, helper])).toEqual([
      ['/admin/group/31', 'Post group, Mornings'],
      ['/admin/media-agent/72', 'Media agent, crew 31'],
    ])
  })

  const lines = (...labels: [label: string, helper: string, words?: string][]) =>
    searchable(labels.map(([label, helper, words]) => ({ ...reloadOf(''), id: label, label, helper, words })))
  const labelsIn = (all: ReturnType<typeof lines>, query: string) =>
    foundIn(all, query).map(({ label }: Entry) => label)

  it('keep the order of equally good matches', () => {
    const all = lines(['zed one', ''], ['abe one', ''], ['mid one', ''])
    expect(labelsIn(all, 'one')).toEqual(['zed one', 'abe one', 'mid one'])
  })

  it('match the letters of a name in order, but words about it only completely', () => {
    const all = lines(['History', 'sent'], ['Group', 'hxsy'], ['Agent', 'x', 'hsy'])
    expect(labelsIn(all, 'hsy')).toEqual(['Agent', 'History'])
  })

  it('match best if the first word matches best', () => {
    const all = lines(['late night', ''], ['night late', ''])
    expect(labelsIn(all, 'night late')).toEqual(['night late', 'late night'])
    expect(labelsIn(all, 'late night')).toEqual(['late night', 'night late'])
  })

  it('match a handle with or without @, and ignore double spaces and accents', () => {
    const all = lines(['zoë', 'a'], ['zoe', 'b'], ['a@b', 'c'])
    expect(labelsIn(all, '@zoé')).toEqual(['zoë', 'zoe'])
    expect(labelsIn(all, '  zoe  b ')).toEqual(['zoe'])
    expect(labelsIn(all, 'a@')).toEqual(['a@b'])
    expect(labelsIn(all, '@')).toEqual(['zoë', 'zoe', 'a@b'])
  })
})

it('a part that did not load can be requested again, by a line that names it', () => {
  const { id, label, helper, choice } = reloadOf('groups, tasks')
  expect([id, label, helper, choice]).toEqual([
    'action Try again',
    'Try again',
    'Not loaded: groups, tasks',
    { do: 'reload' },
  ])
})
