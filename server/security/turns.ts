import { setImmediate } from 'node:timers'
import { HttpProblem } from '../problems'
import { createTurns } from '../turns'

/** How many of one operator's calls are under way at once, and how many of them may wait. */
export interface TurnSizes {
  atOnce: number
  waiting: number
}

/** Ends a call's turn; a second time it does nothing. */
export type EndTurn = () => void

/** Calls of one operator that wait. */
interface Queue {
  reads: (() => void)[]
  writes: (() => void)[]
  /** Whether a write began last. */
  isReadsTurn: boolean
}

/**
 * Lets calls begin in turns, so that an operator who makes a thousand at once waits for himself. While calls wait, one
 * begins per turn of the event loop: whatever else arrived, such as answers of the database, has its turn in between.
 * Reads and writes of one operator begin by turns, too: he sees what he has while he sends.
 *
 * @param isBusy whether the event loop has hardly a pause: then one call of an operator is under way at a time, for more
 * would make none of them faster.
 * @returns waits for the operator's turn; throws HttpProblem 429 where too many of this operator wait already.
 */
export const createCallTurns = ({ atOnce, waiting }: TurnSizes, isBusy: () => boolean = () => false) => {
  const turns = createTurns(atOnce)
  const queues = new Map<number, Queue>()
  let isBeginning = false

  const begin = () => {
    const [ownerId] = turns.order([...queues.keys()], isBusy() ? 1 : atOnce)
    isBeginning = ownerId !== undefined
    if (ownerId === undefined) return
    const queue = queues.get(ownerId) ?? emptyQueue()
    const isRead = queue.reads.length > 0 && (queue.isReadsTurn || queue.writes.length === 0)
    const enter = (isRead ? queue.reads : queue.writes).shift()
    queue.isReadsTurn = !isRead
    if (lengthOf(queue) === 0) queues.delete(ownerId)
    enter?.()
    setImmediate(begin)
  }

  return (ownerId: number, isRead: boolean): Promise<EndTurn> => {
    const queue = queues.get(ownerId) ?? emptyQueue()
    if (lengthOf(queue) >= waiting) return Promise.reject(refusal())
    return new Promise((resolve) => {
      const line = isRead ? queue.reads : queue.writes
      line.push(() => {
        const ended = new Promise<void>((end) => resolve(end))
        turns.serve(ownerId, ended)
        ended.then(() => isBeginning || begin())
      })
      queues.set(ownerId, queue)
      if (!isBeginning) begin()
    })
  }
}

const emptyQueue = (): Queue => ({ reads: [], writes: [], isReadsTurn: true })

const lengthOf = ({ reads, writes }: Queue): number => reads.length + writes.length

const refusal = () =>
  new HttpProblem(429, 'Too many of your calls are waiting. Try again in a few seconds', { 'retry-after': '5' })
