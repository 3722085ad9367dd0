import { type EventObject, fromCallback, fromPromise } from 'xstate'
import { ApiError, UnreadableAnswer } from '../../services/api'
import type { Changes } from '../../services/changes'
import type { ConsoleServices } from '../../services/services'
import { createLoader } from './loader'
import type { AllActors } from './service'

/** Aborted once nobody wants it. The screen says in its own words that a read failed, the browser's console says why. */
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

/** Another provider has no such call, or answers its own page there. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof UnreadableAnswer || (error instanceof ApiError && [404, 405].includes(error.status))

/** As `isUnknownCall`, or the provider takes for wrong what it does not know in a call. */
export const isNotUnderstood = (error: unknown): boolean =>
  isUnknownCall(error) || (error instanceof ApiError && [400, 422].includes(error.status))

/** So long it counts that a provider said so: a proxy's own page, where the server was away, says the same. */
const unknownForMs = 300_000

/**
 * For calls that another provider may not know: it is asked until it says so, and the answer is undefined for a while.
 * A call that names a thing comes with a `general` one of the same kind: where that is answered, the thing alone is gone,
 * and the refusal is thrown.
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

/** Goes on when its screen is left. */
export const write = <TOutput, TInput>(request: (input: TInput) => Promise<TOutput>) =>
  fromPromise<TOutput, TInput>(({ input }) => request(input))

/** For what could not be loaded: until the network is there again, or the person looks at the page again. */
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
  /** While it holds, the thing is loaded again by itself. */
  goesOn?: (data: TData) => boolean
  /** Whenever it tells, the thing is loaded again. */
  changes?: Pick<Changes<void>, 'watch'>
  /** Calls back whenever what was loaded may be another one. Returns the function that stops it. */
  follow?: (params: TParams, onChange: () => void) => () => void
  /** It is also loaded again when the person looks at the page again, who may have changed it elsewhere. */
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
