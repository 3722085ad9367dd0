import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Actor, createActor } from 'xstate'
import { taskFollow } from '../../src/machines/history/follow.actors'
import * as historyWords from '../../src/schemas/history/history.words'
import type { TaskSummary } from '../../src/schemas/history/tasks'
import { createBrowserServices } from '../../src/services/browser'
import { followedKey } from '../../src/services/storage/storageKeys'
import { item, summary, task } from '../machines/samples'
import { storeOurMeta } from '../support/consoleServices'
import { eventually } from '../support/waiting'

const load = async () => await createBrowserServices({ baseUrl: '/api/v1' }).openConsole()

beforeEach(() => {
  localStorage.clear()
  storeOurMeta()
  fetchMock.mockGlobal()
  fetchMock.get('glob:*/api/v1/tasks/open?*', { tasks: [], needs_review: 0 })
})
afterEach(() => {
  fetchMock.hardReset()
})

it('a followed task is still followed after a reload', async () => {
  const services = await load()
  const before = createActor(taskFollow(services)).start()
  services.taskChanges.tell('a1')
  before.stop()
  const after = createActor(taskFollow(await load())).start()
  expect(after.getSnapshot().context.awaited).toEqual(['a1'])
  after.stop()
})

describe('two tabs of one operator', () => {
  const failed = (id: string): TaskSummary => ({ ...summary('failed', 0), id, completed: 0, failed: 2 })
  const running = (id: string): TaskSummary => ({ ...summary('sending', 2), id })
  const known = new Map<TaskSummary['id'], TaskSummary>()
  const tabs: Actor<ReturnType<typeof taskFollow>>[] = []

  beforeEach(() => {
    known.clear()
    fetchMock.hardReset()
    fetchMock.mockGlobal()
    fetchMock.get('glob:*/api/v1/tasks/open?*', ({ url }) => {
      const ids = new URL(url, location.href).searchParams.get('ids')?.split(',') ?? []
      const tasks = [...known.values()].filter(({ id, pending }) => pending > 0 || ids.includes(String(id)))
      return { tasks, needs_review: 0 }
    })
  })
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.stop()
  })

  const openTab = async () => {
    const tab = createActor(taskFollow(await load())).start()
    tabs.push(tab)
    return tab
  }
  type Tab = Awaited<ReturnType<typeof openTab>>
  const ended = (tab: Tab) => tab.getSnapshot().context.ended.toSorted()
  const shown = (tab: Tab) =>
    tab
      .getSnapshot()
      .context.tasks.map(({ id }) => id)
      .toSorted()
  const hear = () => window.dispatchEvent(new StorageEvent('storage', { key: followedKey('') }))
  const sees = async (tab: Tab, ...ids: string[]) => {
    tab.send({ type: 'tasks.changed', task_id: undefined })
    await eventually(() => expect(tab.getSnapshot().value).toBe('settled'))
    expect(ended(tab)).toEqual(ids)
  }
  const failsIn = async (tab: Tab, id: string) => {
    known.set(id, failed(id))
    tab.send({ type: 'tasks.changed', task_id: id })
    await eventually(() => expect(ended(tab)).toContain(id))
  }
  const afterReload = async () => ended(await openTab())

  it('an outcome in one tab is kept when the other tab stores, and the other tab shows it', async () => {
    const [first, second] = [await openTab(), await openTab()]
    await failsIn(first, 'a1')
    await failsIn(second, 'b2')
    expect(await afterReload()).toEqual(['a1', 'b2'])
    hear()
    await eventually(() =>
      expect([shown(first), shown(second)]).toEqual([
        ['a1', 'b2'],
        ['a1', 'b2'],
      ]),
    )
    expect(await afterReload()).toEqual(['a1', 'b2'])
  })

  it('a dismissal in one tab reaches the other, which never stores the task again', async () => {
    for (const id of ['a1', 'b2']) known.set(id, failed(id))
    localStorage.setItem(followedKey(''), JSON.stringify({ awaited: [], ended: ['a1', 'b2'] }))
    const [first, second] = [await openTab(), await openTab()]
    await sees(first, 'a1', 'b2')
    await sees(second, 'a1', 'b2')
    first.send({ type: 'outcome.dismiss', task_id: 'a1' })
    await failsIn(second, 'c3')
    expect(await afterReload()).toEqual(['b2', 'c3'])
    hear()
    expect(shown(second)).toEqual(['b2', 'c3'])
    await sees(second, 'b2', 'c3')
    second.send({ type: 'outcomes.dismiss' })
    hear()
    expect([ended(first), shown(first), await afterReload()]).toEqual([[], [], []])
  })

  it('a task that one tab dismissed before the other knew its outcome is not stored again', async () => {
    known.set('a1', running('a1'))
    const [first, second] = [await openTab(), await openTab()]
    for (const tab of [first, second]) {
      tab.send({ type: 'tasks.changed', task_id: undefined })
      await eventually(() => expect(shown(tab)).toEqual(['a1']))
    }
    await failsIn(first, 'a1')
    first.send({ type: 'outcome.dismiss', task_id: 'a1' })
    second.send({ type: 'tasks.changed', task_id: undefined })
    await eventually(() => expect(ended(second)).toEqual(['a1']))
    expect(await afterReload()).toEqual([])
    hear()
    expect(ended(second)).toEqual([])
  })

  it('a task that one tab sends again stays, even if the other dismisses its earlier outcome', async () => {
    known.set('a1', failed('a1'))
    localStorage.setItem(followedKey(''), JSON.stringify({ awaited: [], ended: ['a1'] }))
    const [first, second] = [await openTab(), await openTab()]
    known.set('a1', running('a1'))
    first.send({ type: 'tasks.changed', task_id: 'a1' })
    second.send({ type: 'outcome.dismiss', task_id: 'a1' })
    expect(await afterReload()).toEqual([])
    expect((await openTab()).getSnapshot().context.awaited).toEqual(['a1'])
  })

  it('an outcome that one tab announced is announced by the other too, if that tab saw the task running', async () => {
    known.set('a1', running('a1'))
    const [first, second] = [await openTab(), await openTab()]
    const told: unknown[] = []
    second.on('task.ended', ({ task }) => told.push(task.id))
    second.send({ type: 'tasks.changed', task_id: undefined })
    await eventually(() => expect(shown(second)).toEqual(['a1']))
    await failsIn(first, 'a1')
    hear()
    expect(ended(second)).toEqual(['a1'])
    await sees(second, 'a1')
    expect(told).toEqual(['a1'])
  })

  it('keep following their tasks if the storage was emptied, for example because it is full', async () => {
    const [first] = [await openTab()]
    await failsIn(first, 'a1')
    localStorage.removeItem(followedKey(''))
    hear()
    await failsIn(first, 'b2')
    expect([ended(first), await afterReload()]).toEqual([
      ['a1', 'b2'],
      ['a1', 'b2'],
    ])
  })
})

it('waiting replies of the named task are cancelled, and every tab learns the task', async () => {
  const waiting = { ...task('queued', { ...item('7', 'queued'), can_cancel: true }), id: 'b2' }
  fetchMock.get('path:/api/v1/tasks/b2', waiting)
  fetchMock.post('path:/api/v1/tasks/b2/items/7/decision', { ...waiting, items: [item('7', 'failed')] })
  const services = await load()
  const told: unknown[] = []
  const actor = createActor(taskFollow(services)).start()
  services.taskChanges.watch((task_id) => told.push(task_id))
  actor.send({ type: 'queued.cancel', task_id: 'b2' })
  await eventually(() => expect(told).toEqual(['b2']))
  actor.stop()
})

it('if one call cannot return all tasks, several calls read them, and the outcome of the oldest is announced', async () => {
  const ids = Array.from({ length: 205 }, (_, index) => index.toString(16).padStart(12, '0'))
  const last = ids.at(-1) ?? ''
  localStorage.setItem(followedKey(''), JSON.stringify({ awaited: ids, ended: [] }))
  const asked: string[][] = []
  fetchMock.hardReset()
  fetchMock.mockGlobal()
  fetchMock.get('glob:*/api/v1/tasks/open?*', ({ url }) => {
    const query = new URL(url, location.href).searchParams.get('ids') ?? ''
    if (query.length > 1300) return { status: 422, body: { detail: 'ids: must be ids of tasks' } }
    asked.push(query.split(','))
    const tasks = query.split(',').map((id) => {
      const created_at = new Date(Date.UTC(2026, 4, 1) - Number.parseInt(id, 16) * 1000).toISOString()
      return id === last ? { ...summary('failed', 0), id, created_at } : { ...summary('sending', 1), id, created_at }
    })
    return { tasks, needs_review: 2 }
  })
  const actor = createActor(taskFollow(await load()))
  const ended: unknown[] = []
  actor.on('task.ended', ({ task }) => ended.push(task.id))
  actor.start()
  actor.send({ type: 'tasks.changed', task_id: undefined })
  await eventually(() => expect(ended).toEqual([last]))
  expect(asked.slice(0, 3).map(({ length }) => length)).toEqual([100, 100, 5])
  const { awaited, tasks, needsReview } = actor.getSnapshot().context
  expect(awaited).toEqual(ids.slice(0, -1))
  expect(tasks.map(({ id }) => id)).toEqual(ids)
  expect(needsReview).toBe(2)
  actor.stop()
})

const others = { ...summary('sending', 2), id: 'c3', needs_review: 1, handed_over: 3 }
const told = [
  others,
  { ...summary('needs_review', 1), id: 'c4' },
  { ...summary('failed', 0), id: 'c5', needs_review: 2 },
  { ...summary('completed', 0), id: 'c6' },
]

it.each([404, 422])(
  'if a provider answers the open tasks with %i, its list is read instead, and the call is not repeated',
  async (status) => {
    localStorage.setItem(followedKey(''), JSON.stringify({ awaited: ['c5', 'c3'], ended: [] }))
    fetchMock.hardReset()
    fetchMock.mockGlobal()
    fetchMock.get('glob:*/api/v1/tasks/open?*', { status, body: { detail: 'Task not found' } })
    fetchMock.get('glob:*/api/v1/tasks/?limit=100', told)
    const actor = createActor(taskFollow(await load())).start()
    actor.send({ type: 'tasks.changed', task_id: undefined })
    await eventually(() => expect(actor.getSnapshot().context.tasks.map(({ id }) => id)).toEqual(['c3', 'c5']))
    expect(actor.getSnapshot().context).toMatchObject({
      awaited: ['c3'],
      ended: ['c5'],
      needsReview: 4,
      manualCount: 3,
    })
    actor.send({ type: 'tasks.changed', task_id: undefined })
    await eventually(() =>
      expect(fetchMock.callHistory.calls('glob:*/api/v1/tasks/?limit=100').length).toBeGreaterThanOrEqual(2),
    )
    expect(fetchMock.callHistory.calls('glob:*/api/v1/tasks/open?*')).toHaveLength(1)
    actor.stop()
  },
)

it('the number of unsent replies includes cancelled ones, but no failed or sent ones', async () => {
  const waiting = (id: string) => ({ ...item(id, 'queued'), can_cancel: true })
  const before = [item('5', 'failed'), waiting('6'), waiting('7'), waiting('8'), waiting('9')]
  const after = [
    item('5', 'failed'),
    item('6', 'cancelled'),
    item('7', 'posting'),
    item('8', 'failed'),
    item('9', 'cancelled'),
  ]
  fetchMock.get('path:/api/v1/tasks/b2', { ...task('queued', ...before), id: 'b2' })
  fetchMock.post('path:/api/v1/tasks/b2/items/6/decision', { ...task('sending', ...after), id: 'b2' })
  const said: unknown[] = []
  const actor = createActor(taskFollow(await load()))
  actor.on('toast', (toast) => said.push(toast))
  actor.start()
  for (let presses = 0; presses < 2; presses++) actor.send({ type: 'queued.cancel', task_id: 'b2' })
  await eventually(() => expect(said).toMatchObject([{ message: historyWords.cancelled(3) }]))
  const [decision, ...again] = fetchMock.callHistory.calls('path:/api/v1/tasks/b2/items/6/decision')
  expect(again).toEqual([])
  expect(JSON.parse(String(decision?.options.body))).toEqual({ action: 'cancel_waiting' })
  actor.stop()
})

it('if nothing of the task waits, nothing is decided, and a message explains it', async () => {
  fetchMock.get('path:/api/v1/tasks/b2', { ...task('completed', item('7', 'completed')), id: 'b2' })
  const said: unknown[] = []
  const actor = createActor(taskFollow(await load()))
  actor.on('toast', (toast) => said.push(toast))
  actor.start()
  actor.send({ type: 'queued.cancel', task_id: 'b2' })
  await eventually(() => expect(said).toMatchObject([{ message: historyWords.nothingWaits }]))
  actor.stop()
})

it('a request in the background reports every failure except a lost network', async () => {
  const reported = async (answer: Parameters<typeof fetchMock.get>[1]) => {
    fetchMock.hardReset()
    fetchMock.mockGlobal()
    fetchMock.get('glob:*/api/v1/tasks/open?*', answer)
    const report = vi.fn()
    const actor = createActor(taskFollow({ ...(await load()), report })).start()
    actor.send({ type: 'tasks.changed', task_id: 'a1' })
    await eventually(() => expect(actor.getSnapshot().context.isStale).toBe(true))
    actor.stop()
    return report.mock.calls.length
  }
  expect(await reported({ throws: new TypeError('Failed to fetch') })).toBe(0)
  expect(await reported({ status: 500, body: { detail: 'It broke' } })).toBe(1)
})
