import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { taskFollow } from '../../src/actors/follow'
import { createBrowserServices } from '../../src/services/browser'
import { item, task } from '../machines/samples'
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
