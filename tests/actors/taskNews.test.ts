import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { historyWatch } from '../../src/actors/history'
import { taskStream } from '../../src/actors/taskNews'
import type { TaskSummary } from '../../src/schemas/tasks'
import type { ConsoleServices } from '../../src/services/services'
import { createTaskNews } from '../../src/services/taskNews'
import type { FollowTasks } from '../../src/services/taskStream'
import { summary } from '../machines/samples'

const running: TaskSummary[] = [summary('processing', 1)]

/** A page in sight whose list of tasks still runs, with a stream that the test speaks for. */
const open = async () => {
  let listener: Parameters<FollowTasks>[0] | undefined
  let lose: () => void = () => undefined
  const answers: (() => void)[] = []
  const services = {
    taskNews: createTaskNews(),
    followTasks: (heard, signal) => {
      listener = heard
      return new Promise((resolve) => {
        lose = () => resolve('lost')
        signal.addEventListener('abort', lose)
      })
    },
    watchSight: (onSight) => {
      onSight(true)
      return () => undefined
    },
    client: () => ({ listTasks: () => new Promise((resolve) => answers.push(() => resolve(running))) }),
    report: () => undefined,
  } as Partial<ConsoleServices> as ConsoleServices
  const stream = createActor(taskStream(services)).start()
  await vi.advanceTimersByTimeAsync(1000)
  const list = createActor(historyWatch(services)).start()
  const answer = async () => {
    answers.at(-1)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  await answer()
  return {
    asked: () => answers.length,
    answer,
    onOpen: () => listener?.onOpen(),
    onNews: () => listener?.onNews(),
    lose: async () => {
      lose()
      await vi.advanceTimersByTimeAsync(0)
    },
    leave: () => stream.stop(),
    state: () => list.getSnapshot().value,
  }
}

describe('a list of tasks that still run', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is asked for again and again until a stream tells of changes, then with each of them', async () => {
    const page = await open()
    await vi.advanceTimersByTimeAsync(1500)
    expect(page.asked()).toBe(2)
    await page.answer()
    page.onOpen()
    await page.answer()
    expect(page.asked()).toBe(3)
    await vi.advanceTimersByTimeAsync(9_000)
    expect([page.asked(), page.state()]).toEqual([3, { live: 'waiting' }])
    page.onNews()
    expect(page.asked()).toBe(4)
  })

  it('is asked for once more where news came while it was on its way', async () => {
    const page = await open()
    page.onOpen()
    page.onNews()
    page.onNews()
    expect([page.asked(), page.state()]).toEqual([2, { live: 'polling' }])
    await page.answer()
    expect([page.asked(), page.state()]).toEqual([3, { live: 'polling' }])
    await page.answer()
    expect([page.asked(), page.state()]).toEqual([3, { live: 'waiting' }])
  })

  it.each(['lost', 'left'] as const)('is asked for again and again once the stream is %s', async (how) => {
    const page = await open()
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
