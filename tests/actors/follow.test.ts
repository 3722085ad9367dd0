import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { taskFollow } from '../../src/actors/follow'
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
