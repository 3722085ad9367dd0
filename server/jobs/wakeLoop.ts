import { setImmediate as nextTurn } from 'node:timers/promises'

export interface WakeLoop {
  /** Begins a round, or one more after the one under way; nothing while the loop is stopped. */
  wake(): void
  isRunning(): boolean
  start(): void
  /** Begins no further round, and waits for the one under way. */
  stop(): Promise<void>
}

interface Looping {
  /** Does what is due. @returns after how many ms the next round begins at the latest. */
  round(): Promise<number>
  /** Told of a round that failed. @returns the same. */
  failed(error: unknown): number
}

/** Does what is due, and sleeps until something may be due again or somebody wakes it. */
export const createWakeLoop = ({ round, failed }: Looping): WakeLoop => {
  let isRunning = false
  let isWanted = false
  let rounds: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const wake = () => {
    isWanted = true
    if (!isRunning || rounds) return
    clearTimeout(timer)
    rounds = workWhileWanted().finally(() => {
      rounds = undefined
      if (isWanted) wake()
    })
  }

  /** In a turn of its own: whoever woke it has an answer to send first. */
  const workWhileWanted = async () => {
    await nextTurn()
    let waitMs = 0
    while (isRunning && isWanted) {
      isWanted = false
      waitMs = await round().catch(failed)
    }
    if (isRunning) timer = setTimeout(wake, waitMs)
  }

  return {
    wake,
    isRunning: () => isRunning,
    start: () => {
      isRunning = true
      wake()
    },
    stop: async () => {
      isRunning = false
      clearTimeout(timer)
      await rounds
    },
  }
}
