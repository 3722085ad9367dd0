import type { InspectionEvent, Observer } from 'xstate'
import { type Heard, hear } from './hear'
import type { Recorded, Ring } from './ring'

export interface FlightRecorder {
  observer: Observer<InspectionEvent>
  /** Rejects if the code did not load. */
  read(): Promise<Recorded>
  /** Keeps the latest state of running machines. */
  forget(): Promise<void>
}

/**
 * Contains only what cannot wait for code that is loaded later. Until `atRest` calls back, entries are kept unredacted;
 * afterwards never.
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
