import { fromCallback, fromPromise } from 'xstate'
import { createLoader } from '../machines/loader'
import type { AllActors } from '../machines/service'
import { ApiError, UnreadableAnswer } from '../services/api'
import type { Changes } from '../services/changes'
import type { ConsoleServices } from '../services/services'

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

/** For calls that another provider may not know: it is asked until it says so, and the answer is undefined from then on. */
export const createIfKnown = (isUnknown: (error: unknown) => boolean = isUnknownCall) => {
  let isKnown = true
  return async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    if (!isKnown) return undefined
    try {
      return await ask()
    } catch (error) {
      if (!isUnknown(error)) throw error
      isKnown = false
      return undefined
    }
  }
}

/** Goes on when its screen is left. */
export const write = <TOutput, TInput>(request: (input: TInput) => Promise<TOutput>) =>
  fromPromise<TOutput, TInput>(({ input }) => request(input))

/** For a loader that loads again whatever `changes` tell, if there are any. */
export const reloadsAt = (changes?: Changes<void>) =>
  fromCallback(({ sendBack }) => changes?.watch(() => sendBack({ type: 'reload' })))

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

interface Renewal<TData> {
  /** While it holds, the thing is loaded again by itself. */
  goesOn?: (data: TData) => boolean
  /** Whatever they tell, the thing is loaded again. */
  changes?: Changes<void>
}

export const loaderOf = <TData>(
  services: ConsoleServices,
  request: (signal: AbortSignal) => Promise<TData>,
  { goesOn, changes }: Renewal<TData> = {},
) =>
  createLoader<TData>(goesOn).provide({
    actors: {
      load: read<{ data: TData }, { params: undefined }>(services, async (_, signal) => ({
        data: await request(signal),
      })),
      watchChanges: reloadsAt(changes),
      untilBack: untilBack(services),
    } satisfies AllActors<ReturnType<typeof createLoader>>,
  })
