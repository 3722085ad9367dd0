import { performance } from 'node:perf_hooks'
import { nextTick } from 'node:process'
import { setImmediate } from 'node:timers'
import { createFairness } from '../fairness'
import { HttpProblem } from '../problems'
import * as words from './words'

/** Limits per operator. */
export interface QueueSizes {
  /** Calls in progress at the same time; calls that share an answer count as one. */
  atOnce: number
  waiting: number
}

/** So many calls that share an answer begin together: sending the answer to them takes about as long as reading it. */
const mostTogether = 16

/** Ends a call's turn. A second call has no effect. */
export type EndCall = () => void

export type CallKind = 'read' | 'write'

interface StartedCalls {
  isOver: boolean
}

interface Waiting {
  enter: (end: EndCall) => void
  sharing: string | undefined
}

/** Waiting calls of one operator by kind, and the kind that begins next. */
type Queue = Record<CallKind, Waiting[]> & { next: CallKind }

/** A call that waits for a free event loop may wait behind a call whose body arrives slowly and wakes nothing. */
const againMs = 100

/** The longest time in which calls begin one after another within one turn of the event loop. */
const sliceMs = 0.5

/**
 * Starts calls in turns, so that an operator with a thousand calls delays only their own. While calls wait, one begins
 * per turn of the event loop; the next one begins in the same turn only if the first has already ended, like a read
 * from memory, and only within a slice of time. So answers of the database and other events are handled in between.
 * Reads and writes of one operator alternate, so that the operator sees current data while they send. Calls that share
 * an answer begin together, as one.
 *
 * @param isBusy whether the event loop is busy: then each operator has one call in progress, because more would not be
 * faster.
 * @returns a function that waits for the operator's turn and throws HttpProblem 429 if too many of their calls wait.
 */
export const createCallQueues = ({ atOnce, waiting }: QueueSizes, isBusy: () => boolean = () => false) => {
  const fairness = createFairness(atOnce)
  const queues = new Map<number, Queue>()
  let isBeginning = false
  let lookingAgain: NodeJS.Timeout | undefined

  const beginTogether = (ownerId: number, calls: Waiting[]): StartedCalls => {
    const started = { isOver: false }
    const ends = Promise.all(calls.map(({ enter }) => new Promise<void>(enter)))
    fairness.serve(ownerId, ends)
    ends.then(() => {
      started.isOver = true
      if (!isBeginning) begin()
    })
    return started
  }

  const beginNext = (): StartedCalls | undefined => {
    const isOneAtATime = isBusy()
    const [ownerId] = fairness.order([...queues.keys()], isOneAtATime ? 1 : atOnce)
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

  /** Starts waiting calls, in as many turns of the event loop as needed. */
  const begin = async (): Promise<void> => {
    clearTimeout(lookingAgain)
    const until = performance.now() + sliceMs
    let started = beginNext()
    isBeginning = started !== undefined
    while (started !== undefined) {
      await promisesSettle()
      started = started.isOver && performance.now() < until ? beginNext() : undefined
    }
    if (isBeginning) setImmediate(begin)
  }

  /** @param sharing equal for calls of one operator that share an answer. */
  return (ownerId: number, kind: CallKind, sharing?: string): Promise<EndCall> => {
    const queue = queues.get(ownerId) ?? emptyQueue()
    if (lengthOf(queue) >= waiting) return Promise.reject(refusal())
    return new Promise((enter) => {
      queue[kind].push({ enter, sharing })
      queues.set(ownerId, queue)
      if (!isBeginning) begin()
    })
  }
}

const withFirst = (calls: Waiting[]): Waiting[] => {
  const [first] = calls
  const isWithFirst = (call: Waiting) =>
    call === first || (call.sharing !== undefined && call.sharing === first?.sharing)
  return calls.filter(isWithFirst).slice(0, mostTogether)
}

/** Resolves when a call has done everything that it can without I/O. */
const promisesSettle = (): Promise<void> => new Promise((resolve) => queueMicrotask(() => nextTick(resolve)))

const otherThan = { read: 'write', write: 'read' } as const

const emptyQueue = (): Queue => ({ read: [], write: [], next: 'read' })

const lengthOf = ({ read, write }: Queue): number => read.length + write.length

const refusal = () => new HttpProblem(429, words.tooManyCalls, { 'retry-after': '5' })
