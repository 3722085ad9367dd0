import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { itemSteps, taskWatch } from '../../src/machines/history/history.actors'
import type { Task } from '../../src/schemas/history/tasks'
import { item, task } from '../machines/samples'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

const later = '2026-05-01T09:00:00.000Z'
const [one, two] = [item('i1', 'posting'), item('i2', 'queued')]

it('the steps of a reply are loaded again when its task was read with a change of that reply, but not of another one', async () => {
  let read: Task = task('processing', one, two)
  const getTask = vi.fn(async () => read)
  const getItemHistory = vi.fn(async () => ({ created_at: later, is_whole: true, steps: [] }))
  const services = servicesOf({ getTask, getItemHistory })
  const watch = createActor(taskWatch(services), { input: { task_id: 't1' } }).start()
  await eventually(() => expect(watch.getSnapshot().matches('live')).toBe(true))
  const steps = createActor(itemSteps(services), { input: { params: { watch, item_id: 'i1' } } }).start()
  const reads = async (next: Task) => {
    read = next
    const times = getTask.mock.calls.length
    services.taskUpdates.notify()
    await eventually(() => expect(getTask).toHaveBeenCalledTimes(times + 1))
    await eventually(() => expect(watch.getSnapshot().matches({ live: 'waiting' })).toBe(true))
    await eventually(() => expect(steps.getSnapshot().value).toBe('loaded'))
    return getItemHistory.mock.calls.length
  }
  const changed = { ...one, status: 'unknown', updated_at: later }
  expect(await reads(task('processing', one, { ...two, updated_at: later }))).toBe(1)
  expect(await reads(task('processing', changed, { ...two, updated_at: later }))).toBe(2)
  expect(await reads(task('processing', changed, two))).toBe(2)
  expect(getItemHistory.mock.calls.at(-1)).toEqual([
    { params: { taskId: 't1', itemId: 'i1' }, signal: expect.any(AbortSignal) },
  ])
  steps.stop()
  watch.stop()
})
