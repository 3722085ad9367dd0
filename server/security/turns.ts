import { HttpProblem } from '../problems'
import { createLimiter } from './limiter'

/** How many of one operator's calls run at once, and how many of them may wait. */
export interface TurnSizes {
  atOnce: number
  waiting: number
}

interface Queue {
  limit: ReturnType<typeof createLimiter>
  calls: number
}

/**
 * Lets each operator's calls take turns among themselves, so that one who makes a thousand at once waits for himself.
 *
 * @returns runs the work in its turn; throws HttpProblem 429 where too many of this operator wait already.
 */
export const createTurns = ({ atOnce, waiting }: TurnSizes) => {
  const queues = new Map<number, Queue>()

  const open = (ownerId: number): Queue => {
    const queue = { limit: createLimiter(atOnce, { most: waiting, refusal }), calls: 0 }
    queues.set(ownerId, queue)
    return queue
  }

  return async <T>(ownerId: number, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(ownerId) ?? open(ownerId)
    queue.calls += 1
    try {
      return await queue.limit(work)
    } finally {
      queue.calls -= 1
      if (queue.calls === 0) queues.delete(ownerId)
    }
  }
}

const refusal = () =>
  new HttpProblem(429, 'Too many of your calls are waiting. Try again in a few seconds', { 'retry-after': '5' })
