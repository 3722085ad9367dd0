import { setImmediate as nextTurn } from 'node:timers/promises'

export type Unlock = () => void

/** The longest time in which waiting work runs without a turn of the event loop. */
const withoutTurnMs = 5

/**
 * Admits one caller at a time, in the order of their calls. SQLite's work is synchronous: without turns of the event
 * loop, twenty waiting callers would delay every read until the last one is done.
 */
export const createMutex = (): (() => Promise<Unlock>) => {
  let last: Promise<void> = Promise.resolve()
  let turnAt = 0
  return async () => {
    const before = last
    let unlock: Unlock = () => undefined
    last = new Promise((resolve) => {
      unlock = resolve
    })
    await before
    if (performance.now() - turnAt > withoutTurnMs) {
      await nextTurn()
      turnAt = performance.now()
    }
    return unlock
  }
}
