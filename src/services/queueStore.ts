import * as z from 'zod/mini'
import { emptyQueue, type KeptQueue, keptQueue } from '../schemas/queue'
import { queueHabitsKey, queueKey } from './storageKeys'
import { createOwnStored } from './stored'

const { settings, last, ...list } = keptQueue.shape
const storedList = z.object({ version: z.literal(1), ...list })
const storedHabits = z.object({ version: z.literal(1), settings, last })

export interface QueueStore {
  load(): KeptQueue
  /** Where all of it is more than the browser keeps, without what stands in the field. @throws Error where that is too much, too */
  save(queue: KeptQueue): void
  /** Calls back when another tab of this browser has changed it. Returns the function that stops it. */
  watch(listener: () => void): () => void
}

/** Keeps each operator's queue across reloads: the posts under one key, which is gone with the last of them, the settings under another. */
export const createQueueStore = (storage: Storage, operator: () => string): QueueStore => {
  const ownList = createOwnStored(storage, queueKey, operator, storedList)
  const ownHabits = createOwnStored(storage, queueHabitsKey, operator, storedHabits)
  return {
    load: () => {
      const { version: _, ...kept } = { version: 1, ...ownList.read() }
      const { version: __, ...habits } = { version: 1, ...ownHabits.read() }
      return { ...emptyQueue, ...kept, ...habits }
    },
    save: ({ settings, last, ...queue }) => {
      if (queue.entries.length === 0 && queue.sent === 0 && queue.text === '') ownList.remove()
      else if (!ownList.write({ version: 1, ...queue }) && !ownList.write({ version: 1, ...queue, text: '' })) {
        throw new Error('The browser does not keep the queue')
      }
      ownHabits.write({ version: 1, settings, last })
    },
    watch: (listener) => {
      const stops = [ownList.watch(listener), ownHabits.watch(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
