import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { taskFollow } from '../../src/actors/follow'
import { taskMessages } from '../../src/schemas/tasks'
import { createBrowserServices } from '../../src/services/browser'
import { followedKey } from '../../src/services/storageKeys'
import { item, summary, task } from '../machines/samples'
import { eventually } from '../support/waiting'

const load = async () => await createBrowserServices({ baseUrl: '/api/v1' }).openConsole()

beforeEach(() => {
  localStorage.clear()
  fetchMock.mockGlobal()
  fetchMock.get('glob:*/api/v1/tasks/open?*', { tasks: [], needs_review: 0 })
})
afterEach(() => {
  fetchMock.hardReset()
})

it('a task that is awaited is awaited again after a reload', async () => {
  const services = await load()
  const before = createActor(taskFollow(services)).start()
  services.taskChanges.tell('a1')
  before.stop()
  const after = createActor(taskFollow(await load())).start()
  expect(after.getSnapshot().context.awaited).toEqual(['a1'])
  after.stop()
})

it('what waits is cancelled in the task that is named, and everybody hears in which', async () => {
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

it('more tasks than one call takes are asked about in several, and the oldest is told when it ends', async () => {
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
  'where a provider answers the open tasks with %i, the same is read from its list, and asked no more',
  async (status) => {
    localStorage.setItem(followedKey(''), JSON.stringify({ awaited: ['c5', 'c3'], ended: [] }))
    fetchMock.hardReset()
    fetchMock.mockGlobal()
    fetchMock.get('glob:*/api/v1/tasks/open?*', { status, body: { detail: 'Task not found' } })
    fetchMock.get('glob:*/api/v1/tasks/?limit=100', told)
    const actor = createActor(taskFollow(await load())).start()
    actor.send({ type: 'tasks.changed', task_id: undefined })
    await eventually(() => expect(actor.getSnapshot().context.tasks.map(({ id }) => id)).toEqual(['c3', 'c5']))
    expect(actor.getSnapshot().context).toMatchObject({ awaited: ['c3'], ended: ['c5'], needsReview: 4, handedOver: 3 })
    actor.send({ type: 'tasks.changed', task_id: undefined })
    await eventually(() =>
      expect(fetchMock.callHistory.calls('glob:*/api/v1/tasks/?limit=100').length).toBeGreaterThanOrEqual(2),
    )
    expect(fetchMock.callHistory.calls('glob:*/api/v1/tasks/open?*')).toHaveLength(1)
    actor.stop()
  },
)

it('of what waited it is told how many are not sent, and not of what had failed, or left meanwhile', async () => {
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
  // A second press says nothing else.
  for (let presses = 0; presses < 2; presses++) actor.send({ type: 'queued.cancel', task_id: 'b2' })
  await eventually(() => expect(said).toMatchObject([{ message: taskMessages.cancelled(3) }]))
  const [decision, ...again] = fetchMock.callHistory.calls('path:/api/v1/tasks/b2/items/6/decision')
  expect(again).toEqual([])
  expect(JSON.parse(String(decision?.options.body))).toEqual({ action: 'cancel_waiting' })
  actor.stop()
})

it('where nothing of the task waits any more, nothing is decided, and it is said', async () => {
  fetchMock.get('path:/api/v1/tasks/b2', { ...task('completed', item('7', 'completed')), id: 'b2' })
  const said: unknown[] = []
  const actor = createActor(taskFollow(await load()))
  actor.on('toast', (toast) => said.push(toast))
  actor.start()
  actor.send({ type: 'queued.cancel', task_id: 'b2' })
  await eventually(() => expect(said).toMatchObject([{ message: taskMessages.nothingWaits }]))
  actor.stop()
})

it('a lost network is not reported while it asks in the background, but any other failure is', async () => {
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
