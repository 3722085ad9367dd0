import { type EventObject, fromCallback, fromPromise } from 'xstate'
import { ApiError, UnreadableAnswer } from '../../services/api/api'
import type { Changes } from '../../services/changes'
import type { ConsoleServices } from '../../services/services'
import { createLoader } from './loader'
import type { AllActors } from './service'

/**
 * Stopping it aborts the request. The screen shows its own text about a failure; the reason goes to the browser's
 * console.
 */
export const read = <TOutput, TInput>(
  { report }: ConsoleServices,
  request: (input: TInput, signal: AbortSignal) => Promise<TOutput>,
) =>
  fromPromise<TOutput, TInput>(async ({ input, signal }) => {
    try {
      return await request(input, signal)
    } catch (error) {
      if (signal.aborted) return await new Promise<never>(() => {})
      report(error)
      throw error
    }
  })

/** The provider has no such call, or answers with a page of its own. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof UnreadableAnswer || (error instanceof ApiError && [404, 405].includes(error.status))

/** Like `isUnknownCall`; also true if the provider refuses an unknown part of the call as invalid. */
export const isNotUnderstood = (error: unknown): boolean =>
  isUnknownCall(error) || (error instanceof ApiError && [400, 422].includes(error.status))

/** Not for ever, because a proxy sends the same answer while the server is away. */
const unknownForMs = 300_000

/**
 * For calls that another provider may not know. After such an answer, nothing is requested for a while and the result
 * is undefined. If `ask` names a record, `general` is a call of the same kind without a name: if the provider answers
 * it, only the record is missing, and the refusal is thrown.
 */
export const createIfKnown = (isUnknown: (error: unknown) => boolean = isUnknownCall) => {
  let unknownUntil = 0
  const ifKnown = async <T>(ask: () => Promise<T>, general?: () => Promise<unknown>): Promise<T | undefined> => {
    if (Date.now() < unknownUntil) return undefined
    try {
      return await ask()
    } catch (error) {
      if (!isUnknown(error)) throw error
      if (general) await ifKnown(general)
      else unknownUntil = Date.now() + unknownForMs
      if (Date.now() >= unknownUntil) throw error
      return undefined
    }
  }
  return ifKnown
}

/** Not aborted, so it continues after its screen is left. */
export const write = <TOutput, TInput>(request: (input: TInput) => Promise<TOutput>) =>
  fromPromise<TOutput, TInput>(({ input }) => request(input))

/** Resolves when the network is back or the operator returns to the page. */
export const untilBack = ({ connectivity, watchReturn }: ConsoleServices) =>
  fromPromise<void, unknown>(
    ({ signal }) =>
      new Promise((resolve) => {
        const end = () => {
          stopWatching()
          unsubscribe()
          resolve()
        }
        const stopWatching = watchReturn(end)
        const unsubscribe = connectivity.subscribe(() => {
          if (connectivity.isOnline()) end()
        })
        signal.addEventListener('abort', end)
      }),
  )

interface Renewal<TData, TParams> {
  /** True while the data may change without an action, so it is loaded again. */
  goesOn?: (data: TData) => boolean
  /** Each change loads the data again. */
  changes?: Pick<Changes<void>, 'watch'>
  /** Calls back when the data may have changed. Returns a function that stops it. */
  follow?: (params: TParams, onChange: () => void) => () => void
  /** Loads again when the operator returns to the page, because they may have changed the data elsewhere. */
  onReturn?: boolean
}

export const loaderOf = <TData, TParams = undefined>(
  services: ConsoleServices,
  request: (signal: AbortSignal, params: TParams) => Promise<TData>,
  { goesOn, changes, follow, onReturn = false }: Renewal<TData, TParams> = {},
) =>
  createLoader<TData, TParams>(goesOn).provide({
    actors: {
      load: read<{ data: TData }, { params: TParams }>(services, async ({ params }, signal) => ({
        data: await request(signal, params),
      })),
      watchChanges: fromCallback<EventObject, { params: TParams }>(({ input, sendBack }) => {
        const reload = () => sendBack({ type: 'list.reload' })
        const stops = [changes?.watch(reload), follow?.(input.params, reload), onReturn && services.watchReturn(reload)]
        return () => {
          for (const stop of stops) if (stop) stop()
        }
      }),
      untilBack: untilBack(services),
    } satisfies AllActors<ReturnType<typeof createLoader<TData, TParams>>>,
  })
