import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets the next one go on. */
export type Unlock = () => void

/** For longer none follows another without a turn for everything else. */
const withoutTurnMs = 5

/**
 * Lets one at a time go on, in the order in which they asked. What they do is synchronous where SQLite is: without turns
 * between them, twenty that wait would hold up every read until the last is done.
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
