import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { historyWatch } from '../../src/machines/history/history.actors'
import { ApiError } from '../../src/services/api/api'
import { createTaskUpdates } from '../../src/services/api/taskNews'
import type { ConsoleServices } from '../../src/services/services'
import { summary } from '../machines/samples'
import { eventually } from '../support/waiting'

const tasks = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({ ...summary('completed', 0), id: `t${from + place}` }))

const listed = async (count: number, inReview: () => Promise<unknown>) => {
  const listTasks = vi.fn(({ query }: { query: { state?: string } }) =>
    query.state === undefined ? Promise.resolve(tasks(1, count)) : inReview(),
  )
  const services = { taskUpdates: createTaskUpdates(), client: () => ({ listTasks }), report: () => undefined }
  const list = createActor(historyWatch(services as Partial<ConsoleServices> as ConsoleServices)).start()
  await eventually(() => expect(list.getSnapshot().matches('settled')).toBe(true))
  return [list.getSnapshot().context.tasks?.length, listTasks.mock.calls.length]
}

it('lists items that wait for a decision beside the newest hundred, if the provider reports them', async () => {
  expect(await listed(100, async () => tasks(100, 3))).toEqual([102, 2])
  expect(await listed(99, async () => tasks(100, 3))).toEqual([99, 1])
  const refused = () => Promise.reject(new ApiError(422, 'state: is not known'))
  expect(await listed(100, refused)).toEqual([100, 2])
})
