import type { DoneActorEvent } from 'xstate'
import { listener } from './service'

/** What every watch takes: stop asking by itself, go on, ask now. News: the answer may be another one by now. */
export type WatchEvent = { type: 'pause' } | { type: 'resume' } | { type: 'page.reload' } | { type: 'news.told' }

export interface NewsContext {
  /** News came since it was asked last: the answer may be older than they. */
  isOvertaken: boolean
}

export interface WatchContext extends NewsContext {
  /** The last question failed: what is known, if anything, may be older than it looks. */
  isStale: boolean
}

/** Milliseconds between two questions: of who has nobody to tell of changes, and of who is told of them. */
export const pollIntervals = { alone: 1500, told: 10_000 } as const

/** Tells `news.told`. To be provided. */
export const watchNews = listener('watchNews')

interface Watch<TId, TSource, TInput, TData> {
  /** The machine's id. */
  id: TId
  /** The service that is asked, and with what. */
  src: TSource
  input: TInput
  /** True where nothing more will happen by itself. */
  isAtRest: (data: TData) => boolean
}

/**
 * The parts of a machine that asks again while something may still happen by itself, or while nothing could be loaded.
 * They leave to the machine the actions `store`, which is given each answer as `data`, `setOvertaken` and `setStale`.
 * News make a settled one ask, too: it stays settled until the answer says that it is not.
 */
export const watching = <const TId extends string, const TSource extends string, TInput, TData>({
  id,
  src,
  input,
  isAtRest,
}: Watch<TId, TSource, TInput, TData>) => {
  const answer = ({ event }: { event: DoneActorEvent<TData> }) => ({ data: event.output })
  const atRest = literal({ type: 'isAtRest', params: answer })
  const forgetNews = literal({ type: 'setOvertaken', params: { isOvertaken: false } })
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
      isOvertaken: ({ context }: { context: NewsContext }) => context.isOvertaken,
    },
    /** Where nobody tells of changes, it asks again and again. */
    invoke: { id: 'news', src: 'watchNews', onError: {} },
    on: { 'news.told': { actions: { type: 'setOvertaken', params: { isOvertaken: true } } } },
    states: {
      loading: {
        tags: 'busy',
        entry: forgetNews,
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
            entry: forgetNews,
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
            entry: forgetNews,
            invoke: { id: 'poll', ...asking, onError: { target: `#${id}.live`, actions: noteFailure } },
          },
        },
      },
    },
  })
}

/** The value as it is written: `'polling'` stays of type `'polling'`. */
const literal = <const TValue>(value: TValue): TValue => value
