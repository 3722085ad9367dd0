import { setTimeout as delay } from 'node:timers/promises'

interface Rounds {
  start(): void
  /** Resolves after the current round. */
  stop(): Promise<void>
}

export interface Stopping {
  isStopping(): boolean
  /** Ends early when the rounds stop; keeps no process alive. */
  rest(ms: number): Promise<void>
}

/** @param round must handle its own errors. */
export const createRounds = (restMs: number, round: (stopping: Stopping) => Promise<void>): Rounds => {
  const controller = new AbortController()
  const { signal } = controller
  let running: Promise<void> | undefined
  const stopping: Stopping = {
    isStopping: () => signal.aborted,
    rest: (ms) => delay(ms, undefined, { signal, ref: false }).catch(() => undefined),
  }
  const run = async () => {
    while (!signal.aborted) {
      await round(stopping)
      await stopping.rest(restMs)
    }
  }
  return {
    start: () => {
      running = run()
    },
    stop: async () => {
      controller.abort()
      await running
    },
  }
}
