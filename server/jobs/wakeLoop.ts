import { setImmediate as nextTurn } from 'node:timers/promises'

export interface WakeLoop {
  /** Starts a round, or one more after the current one. Does nothing while the loop is stopped. */
  wake(): void
  isRunning(): boolean
  start(): void
  /** Starts no further round, and waits for the current one. */
  stop(): Promise<void>
}

interface Looping {
  /** Does the due work. @returns after how many ms the next round starts at the latest */
  round(): Promise<number>
  /** Called after a failed round. @returns the same as `round` */
  failed(error: unknown): number
}

/** Does the due work, and sleeps until more may be due or a call wakes it. */
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

  /** In a later turn of the event loop, because the caller has an answer to send first. */
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
