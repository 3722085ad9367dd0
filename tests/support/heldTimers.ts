import { act } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { until } from './waiting'

/**
 * Until the test ends, timers of this many milliseconds wait for the returned function, so that a delay of an actor
 * ends when the test wants it.
 */
export const holdTimers = (milliseconds: number): (() => Promise<void>) => {
  const { setTimeout, clearTimeout } = globalThis
  const held = new Map<unknown, () => void>()
  let last = 0
  Object.assign(globalThis, {
    setTimeout: (run: () => void, delay?: number, ...rest: unknown[]) => {
      if (delay !== milliseconds) return setTimeout(run, delay, ...rest)
      last -= 1
      held.set(last, run)
      return last
    },
    clearTimeout: (timer?: Parameters<typeof clearTimeout>[0]) => {
      if (!held.delete(timer)) clearTimeout(timer)
    },
  })
  onTestFinished(() => {
    Object.assign(globalThis, { setTimeout, clearTimeout })
  })
  return async () => {
    await until(() => held.size > 0)
    const ending = [...held.values()]
    held.clear()
    act(() => {
      for (const run of ending) run()
    })
  }
}
