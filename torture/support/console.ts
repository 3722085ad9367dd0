import { setTimeout as delay } from 'node:timers/promises'
import type { Operator } from './operator'

const glanceMs = 8000

/**
 * Asks for what an open console asks for, as long as it is open.
 *
 * @param onTold called with each answer that is news.
 */
export const openConsole = async (operator: Operator, closed: AbortSignal, onTold: () => void): Promise<void> => {
  // A crowd does not come at once.
  await delay(Math.random() * glanceMs, undefined, { signal: closed }).catch(() => undefined)
  let tag: string | undefined
  while (!closed.aborted) {
    const answer = await operator.read('/tasks/open', tag).catch(() => undefined)
    if (answer?.status === 200) {
      tag = answer.tag
      onTold()
    }
    await delay(glanceMs, undefined, { signal: closed }).catch(() => undefined)
  }
}
