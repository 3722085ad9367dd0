import type { DoneActorEvent } from 'xstate'
import { listener } from './service'

export type WatchEvent = { type: 'pause' } | { type: 'resume' } | { type: 'page.reload' } | { type: 'tasks.updated' }

export interface UpdatesContext {
  /** A change was reported after the last request, so its answer may be out of date. */
  isOvertaken: boolean
}

export interface WatchContext extends UpdatesContext {
  /** The last request failed, so the shown data may be out of date. */
  isStale: boolean
}

/** Milliseconds between two requests, without and with a stream of changes. */
export const pollIntervals = { alone: 1500, streamed: 10_000 } as const

/** Sends `tasks.updated`. To be provided. */
export const watchUpdates = listener('watchUpdates')

interface Watch<TId, TSource, TInput, TData> {
  id: TId
  src: TSource
  input: TInput
  /** True if the data can only change by an action of the operator. */
  isAtRest: (data: TData) => boolean
}

/**
 * The parts of a machine that loads again while its data may change or could not be loaded. The machine itself defines
 * the actions `store` (called with each answer as `data`), `setOvertaken` and `setStale`. An update makes a settled
 * machine load too; it stays settled until the answer differs.
 */
export const watching = <const TId extends string, const TSource extends string, TInput, TData>({
  id,
  src,
  input,
  isAtRest,
}: Watch<TId, TSource, TInput, TData>) => {
  const answer = ({ event }: { event: DoneActorEvent<TData> }) => ({ data: event.output })
  const atRest = literal({ type: 'isAtRest', params: answer })
  const forgetUpdates = literal({ type: 'setOvertaken', params: { isOvertaken: false } })
  const store = literal({ type: 'store', params: answer })
  const answered = literal([
    { guard: atRest, target: `#${id}.settled`, actions: store },
    { target: `#${id}.live`, actions: store },
  ])
  const asking = literal({ src, input, onDone: answered })
  const noteFailure = literal({ type: 'setStale', params: { isStale: true } })
  return literal({
    delays: { pollInterval: pollIntervals.alone },
    guards: {
      isAtRest: (_: unknown, params: { data: TData }) => isAtRest(params.data),
      isOvertaken: ({ context }: { context: UpdatesContext }) => context.isOvertaken,
    },
    /** If this crashes, the machine polls. */
    invoke: { id: 'updates', src: 'watchUpdates', onError: {} },
    on: { 'tasks.updated': { actions: { type: 'setOvertaken', params: { isOvertaken: true } } } },
    states: {
      loading: {
        tags: 'busy',
        entry: forgetUpdates,
        invoke: { id: 'load', ...asking, onError: 'failed' },
      },
      failed: {
        entry: noteFailure,
        always: { guard: 'isOvertaken', target: 'loading' },
        after: { pollInterval: 'loading' },
        on: { 'page.reload': 'loading' },
      },
      live: {
        initial: 'waiting',
        states: {
          waiting: {
            always: { guard: 'isOvertaken', target: 'polling' },
            after: { pollInterval: 'polling' },
            on: { pause: 'paused' },
          },
          polling: {
            entry: forgetUpdates,
            invoke: { id: 'poll', ...asking, onError: { target: 'waiting', actions: noteFailure } },
            on: { pause: 'paused' },
          },
          paused: { on: { resume: 'polling' } },
        },
      },
      settled: {
        initial: 'resting',
        states: {
          resting: { always: { guard: 'isOvertaken', target: 'checking' } },
          checking: {
            entry: forgetUpdates,
            invoke: { id: 'poll', ...asking, onError: { target: `#${id}.live`, actions: noteFailure } },
          },
        },
      },
    },
  })
}

/** Keeps literal types: `'polling'` stays of type `'polling'`. */
const literal = <const TValue>(value: TValue): TValue => value
