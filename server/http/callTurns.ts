import { performance } from 'node:perf_hooks'
import { nextTick } from 'node:process'
import { setImmediate } from 'node:timers'
import { HttpProblem } from '../problems'
import { createTurns } from '../turns'
import * as words from './words'

/** Of one operator's calls. */
export interface TurnSizes {
  /** How many are under way at once: those that share an answer count as one. */
  atOnce: number
  /** How many may wait. */
  waiting: number
}

/** So many calls that share an answer begin together: sending it to all of them takes about as long as reading it. */
const mostTogether = 16

/** Ends a call's turn; a second time it does nothing. */
export type EndTurn = () => void

export type CallKind = 'read' | 'write'

interface Begun {
  isOver: boolean
}

interface Waiting {
  enter: (end: EndTurn) => void
  sharing: string | undefined
}

/** Calls of one operator that wait, by their kind, and of which kind one begins next. */
type Queue = Record<CallKind, Waiting[]> & { next: CallKind }

/** A call that waits for the event loop to have a pause may wait for one whose body is slow to come: no end wakes it. */
const againMs = 100

/** For so long calls begin one after the other within a turn of the event loop. */
const sliceMs = 0.5

/**
 * Lets calls begin in turns, so that an operator who makes a thousand at once waits for himself. While calls wait, one
 * begins per turn of the event loop, and the next in the same turn only where that one is over by then, as a read is that
 * is answered from memory, for as long as a slice of time. So whatever else arrived, such as answers of the database, has
 * its turn in between. Reads and writes of one operator begin by turns, too: he sees what he has while he sends. Calls that
 * share an answer begin together, as one.
 *
 * @param isBusy whether the event loop has hardly a pause: then one call of an operator is under way at a time, for more
 * would make none of them faster.
 * @returns waits for the operator's turn; throws HttpProblem 429 where too many of this operator wait already.
 */
export const createCallTurns = ({ atOnce, waiting }: TurnSizes, isBusy: () => boolean = () => false) => {
  const turns = createTurns(atOnce)
  const queues = new Map<number, Queue>()
  let isBeginning = false
  let lookingAgain: NodeJS.Timeout | undefined

  /** As one: it is over once all of them are. */
  const beginTogether = (ownerId: number, calls: Waiting[]): Begun => {
    const begun = { isOver: false }
    const ends = Promise.all(calls.map(({ enter }) => new Promise<void>(enter)))
    turns.serve(ownerId, ends)
    ends.then(() => {
      begun.isOver = true
      if (!isBeginning) begin()
    })
    return begun
  }

  const beginNext = (): Begun | undefined => {
    const isOneAtATime = isBusy()
    const [ownerId] = turns.order([...queues.keys()], isOneAtATime ? 1 : atOnce)
    if (ownerId === undefined) {
      if (isOneAtATime && queues.size > 0) lookingAgain = setTimeout(begin, againMs).unref()
      return undefined
    }
    const queue = queues.get(ownerId) ?? emptyQueue()
    const kind = queue[queue.next].length > 0 ? queue.next : otherThan[queue.next]
    const calls = withFirst(queue[kind])
    queue[kind] = queue[kind].filter((call) => !calls.includes(call))
    queue.next = otherThan[kind]
    if (lengthOf(queue) === 0) queues.delete(ownerId)
    return beginTogether(ownerId, calls)
  }

  /** Begins what waits now, and in the next turns of the event loop what comes until one of them finds nothing. */
  const begin = async (): Promise<void> => {
    clearTimeout(lookingAgain)
    const until = performance.now() + sliceMs
    let begun = beginNext()
    isBeginning = begun !== undefined
    while (begun !== undefined) {
      await promisesSettle()
      begun = begun.isOver && performance.now() < until ? beginNext() : undefined
    }
    if (isBeginning) setImmediate(begin)
  }

  /** @param sharing alike for calls of one operator whose answer is read once for all of them. */
  return (ownerId: number, kind: CallKind, sharing?: string): Promise<EndTurn> => {
    const queue = queues.get(ownerId) ?? emptyQueue()
    if (lengthOf(queue) >= waiting) return Promise.reject(refusal())
    return new Promise((enter) => {
      queue[kind].push({ enter, sharing })
      queues.set(ownerId, queue)
      if (!isBeginning) begin()
    })
  }
}

/** The first one, and those that share its answer. */
const withFirst = (calls: Waiting[]): Waiting[] => {
  const [first] = calls
  const isWithFirst = (call: Waiting) =>
    call === first || (call.sharing !== undefined && call.sharing === first?.sharing)
  return calls.filter(isWithFirst).slice(0, mostTogether)
}

/** Once a call has done all that it can without waiting for anything outside. */
const promisesSettle = (): Promise<void> => new Promise((resolve) => queueMicrotask(() => nextTick(resolve)))

const otherThan = { read: 'write', write: 'read' } as const

const emptyQueue = (): Queue => ({ read: [], write: [], next: 'read' })

const lengthOf = ({ read, write }: Queue): number => read.length + write.length

const refusal = () => new HttpProblem(429, words.tooManyCalls, { 'retry-after': '5' })
