import type { InspectionEvent, Observer } from 'xstate'
import { type Heard, hear } from './hear'
import type { Recorded, Ring } from './ring'

export interface FlightRecorder {
  /** To be given to every root actor as `inspect`. */
  observer: Observer<InspectionEvent>
  /** What happened until now. Rejects where the code that keeps it did not come. */
  read(): Promise<Recorded>
  /** Lets go of everything until now, but for how the machines are that still run. */
  forget(): Promise<void>
}

/**
 * Records in production, from the start, by code that is loaded later: here is only what cannot wait. `atRest` calls back
 * when nothing else is to be done; until then what happened is kept as it is, secrets included, and then never again.
 */
export const createFlightRecorder = (
  load: () => Promise<{ createRing: () => Ring }>,
  atRest: (run: () => void) => unknown,
): FlightRecorder => {
  let waiting: [Heard, number][] | undefined = []
  let loading: Promise<Ring> | undefined

  const store = async (): Promise<Ring> => {
    try {
      loading ??= load().then(({ createRing }) => createRing())
      const ring = await loading
      for (const each of waiting?.splice(0) ?? []) ring.take(...each)
      return ring
    } catch (error) {
      waiting = undefined
      throw error
    }
  }
  return {
    observer: hear((...heard) => {
      if (waiting?.push(heard) === 1) atRest(() => void store().catch(console.error))
    }),
    read: async () => (await store()).read(),
    forget: async () => (await store()).forget(),
  }
}
