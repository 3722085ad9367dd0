import type { DoneActorEvent } from 'xstate'

/** What every watch takes: stop asking by itself, go on, ask now. */
export type WatchEvent = { type: 'pause' } | { type: 'resume' } | { type: 'reload' }

interface Watch<TId, TSource, TUnloaded, TInput, TData> {
  /** The machine's id. */
  id: TId
  /** The service that is asked, and with what. */
  src: TSource
  input: TInput
  /** True where nothing more will happen by itself. */
  isAtRest: (data: TData) => boolean
  /** The state without an answer. */
  unloaded: TUnloaded
}

/**
 * The parts of a machine that asks again while something may still happen by itself. They leave to the machine the
 * action `store`, which is given each answer as `data`, and the states `settled` and `unloaded`.
 */
export const watching = <
  const TId extends string,
  const TSource extends string,
  const TUnloaded extends string,
  TInput,
  TData,
>({
  id,
  src,
  input,
  isAtRest,
  unloaded,
}: Watch<TId, TSource, TUnloaded, TInput, TData>) => {
  const answer = ({ event }: { event: DoneActorEvent<TData> }) => ({ data: event.output })
  const atRest = literal({ type: 'isAtRest', params: answer })
  const store = literal({ type: 'store', params: answer })
  return literal({
    delays: { pollInterval: 1500 },
    guards: { isAtRest: (_: unknown, params: { data: TData }) => isAtRest(params.data) },
    states: {
      loading: {
        tags: 'busy',
        invoke: {
          id: 'load',
          src,
          input,
          onDone: [
            { guard: atRest, target: 'settled', actions: store },
            { target: 'live', actions: store },
          ],
          onError: unloaded,
        },
      },
      live: {
        initial: 'waiting',
        states: {
          waiting: { after: { pollInterval: 'polling' }, on: { pause: 'paused' } },
          polling: {
            invoke: {
              id: 'poll',
              src,
              input,
              onDone: [
                { guard: atRest, target: `#${id}.settled`, actions: store },
                { target: 'waiting', actions: store },
              ],
              onError: 'waiting',
            },
            on: { pause: 'paused' },
          },
          paused: { on: { resume: 'polling' } },
        },
      },
    },
  })
}

/** The value as it is written: `'polling'` stays of type `'polling'`. */
const literal = <const TValue>(value: TValue): TValue => value
