import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AnyActor, createActor } from 'xstate'
import { historyWatch } from '../../src/machines/history/history.actors'
import { taskStream } from '../../src/machines/history/taskNews.actors'
import { manualPosting } from '../../src/machines/manual/manual.actors'
import type { ManualItems, TaskSummary } from '../../src/schemas/history/tasks'
import type { FollowTasks } from '../../src/services/api/taskStream'
import type { ConsoleServices } from '../../src/services/services'
import { manualItem, summary } from '../machines/samples'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

const running: TaskSummary[] = [summary('processing', 1)]

const manual: ManualItems = { items: [{ ...manualItem('i1'), next_at: '2026-05-01T09:00:00.000Z' }], total: 1 }

const open = async (listOf: (services: ConsoleServices) => AnyActor) => {
  let listener: Parameters<FollowTasks>[0] | undefined
  let lose: () => void = () => undefined
  const answers: (() => void)[] = []
  const later =
    <T>(list: T) =>
    () =>
      new Promise<T>((resolve) => answers.push(() => resolve(list)))
  const calls = { listTasks: later(running), listManualReplies: later(manual) }
  const services = servicesOf(calls, {
    followTasks: (heard, signal) => {
      listener = heard
      return new Promise((resolve) => {
        lose = () => resolve('lost')
        signal.addEventListener('abort', lose)
      })
    },
    watchVisibility: (onChange) => {
      onChange(true)
      return () => undefined
    },
  })
  const stream = createActor(taskStream(services)).start()
  await vi.advanceTimersByTimeAsync(1000)
  const list = listOf(services).start()
  const answer = async () => {
    answers.at(-1)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  await answer()
  return {
    asked: () => answers.length,
    answer,
    onOpen: () => listener?.onOpen(),
    onUpdate: () => listener?.onUpdate(),
    lose: async () => {
      lose()
      await vi.advanceTimersByTimeAsync(0)
    },
    leave: () => stream.stop(),
    state: () => list.getSnapshot().value,
  }
}

describe.each([
  ['a list of tasks that still run', (services) => createActor(historyWatch(services)), 'live'],
  [
    'the queue of what is posted by hand',
    (services) => createActor(manualPosting(services), { input: { item_id: undefined } }),
    'working',
  ],
] satisfies [string, (services: ConsoleServices) => AnyActor, string][])('%s', (_, listOf, watched) => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is polled until a stream reports changes, then read after each change', async () => {
    const page = await open(listOf)
    await vi.advanceTimersByTimeAsync(1500)
    expect(page.asked()).toBe(2)
    await page.answer()
    page.onOpen()
    await page.answer()
    expect(page.asked()).toBe(3)
    await vi.advanceTimersByTimeAsync(9_000)
    expect([page.asked(), page.state()]).toEqual([3, { [watched]: 'waiting' }])
    page.onUpdate()
    expect(page.asked()).toBe(4)
  })

  it('is read once more if a change arrived during the request', async () => {
    const page = await open(listOf)
    page.onOpen()
    page.onUpdate()
    page.onUpdate()
    expect([page.asked(), page.state()]).toEqual([2, { [watched]: 'polling' }])
    await page.answer()
    expect([page.asked(), page.state()]).toEqual([3, { [watched]: 'polling' }])
    await page.answer()
    expect([page.asked(), page.state()]).toEqual([3, { [watched]: 'waiting' }])
  })

  it.each(['lost', 'left'] as const)('is polled once the stream is %s', async (how) => {
    const page = await open(listOf)
    page.onOpen()
    await page.answer()
    if (how === 'lost') await page.lose()
    else page.leave()
    const before = page.asked()
    await vi.advanceTimersByTimeAsync(10_000)
    await page.answer()
    await vi.advanceTimersByTimeAsync(1500)
    expect(page.asked()).toBe(before + 2)
  })
})

it('the followed tasks are loaded again as soon as one of three replies left the list, and not before', async () => {
  const three = ['i1', 'i2', 'i3'].map(manualItem)
  const answers: ManualItems[] = [
    { items: three, total: 3 },
    { items: three, total: 3 },
    { items: three.slice(0, 2), total: 2 },
  ]
  const services = servicesOf({ listManualReplies: async () => answers.shift() })
  const told = vi.fn()
  services.taskChanges.watch(told)
  const list = createActor(manualPosting(services), { input: { item_id: undefined } }).start()
  await eventually(() => expect(list.getSnapshot().context.items).toHaveLength(3))
  list.send({ type: 'tasks.updated' })
  await eventually(() => expect(answers).toHaveLength(1))
  await eventually(() => expect(list.getSnapshot().matches({ working: 'waiting' })).toBe(true))
  expect(told).not.toHaveBeenCalled()
  list.send({ type: 'tasks.updated' })
  await eventually(() => expect(list.getSnapshot().context.items).toHaveLength(2))
  expect(told.mock.calls).toEqual([[undefined]])
  list.stop()
})
