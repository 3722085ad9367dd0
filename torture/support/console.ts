import { setTimeout as delay } from 'node:timers/promises'
import { taskStreamPath } from '../../src/schemas/history/taskStream'
import type { Operator } from './operator'

const pauseMs = 8000

/**
 * Follows the stream like an open console, and reads open tasks after each event.
 *
 * @param onUpdate called with each answer that differs from the one before.
 */
export const openConsole = async (
  url: string,
  operator: Operator,
  closed: AbortSignal,
  onUpdate: () => void,
): Promise<void> => {
  const pause = () => delay(Math.random() * pauseMs, undefined, { signal: closed }).catch(() => undefined)
  let tag: string | undefined
  const follow = async () => {
    const { body } = await fetch(`${url}/api/v1${taskStreamPath}`, {
      headers: { authorization: `Bearer ${operator.token}` },
      signal: closed,
    })
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (piece.startsWith(':')) continue
      const answer = await operator.read('/tasks/open?ids=', tag)
      tag = answer.tag
      if (answer.status === 200) onUpdate()
    }
  }
  while (!closed.aborted) {
    await pause()
    await follow().catch(() => undefined)
  }
}
