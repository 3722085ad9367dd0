import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { createLoader } from '../../../src/machines/crud/loader'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('retries with growing pauses while it continues', async () => {
  const answers = ['asked', 'asked', 'asked', 'answered']
  let asked = 0
  const machine = createLoader<string>((state) => state === 'asked').provide({
    actors: { load: fromPromise(async () => ({ data: answers[asked++] ?? 'too often' })) },
  })
  const actor = createActor(machine, { input: { params: undefined } })
  actor.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(1500)
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(1500)
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(1500 + 6000)
  expect(asked).toBe(4)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([asked, actor.getSnapshot().context.data]).toEqual([4, 'answered'])
})
