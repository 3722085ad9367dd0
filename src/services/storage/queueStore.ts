import * as z from 'zod/mini'
import { emptyQueue, type QueueSettings, type StoredQueue, storedQueue } from '../../schemas/queue/queue'
import { createChanges } from '../changes'
import { queueHabitsKey, queueKey } from './storageKeys'
import { createOwnStored } from './stored'

const { settings, last, ...list } = storedQueue.shape
const storedList = z.object({ version: z.literal(1), ...list })
const storedHabits = z.object({ version: z.literal(1), settings, last })

export interface QueueStore {
  load(): StoredQueue
  /**
   * If the browser's storage is full, the queue is stored without the text of the field.
   *
   * @throws Error if even that does not fit
   */
  save(queue: StoredQueue): void
  /** Calls back after a change in another tab. Returns a function that stops it. */
  watch(listener: () => void): () => void
}

/**
 * Stores each operator's queue over reloads. The settings have their own key, because the key of the posts is deleted
 * with the last post.
 */
export const createQueueStore = (storage: Storage, operator: () => string): QueueStore => {
  const ownList = createOwnStored(storage, queueKey, operator, storedList)
  const ownHabits = createOwnStored(storage, queueHabitsKey, operator, storedHabits)
  return {
    load: () => {
      const { version: _, ...stored } = { version: 1, ...ownList.read() }
      const { version: __, ...habits } = { version: 1, ...ownHabits.read() }
      return { ...emptyQueue, ...stored, ...habits }
    },
    save: ({ settings, last, ...queue }) => {
      if (queue.entries.length === 0 && queue.sent === 0 && queue.text === '') ownList.remove()
      else if (!ownList.write({ version: 1, ...queue }) && !ownList.write({ version: 1, ...queue, text: '' })) {
        throw new Error('The browser does not store the queue')
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

export interface QueueSettingsStore {
  read(): QueueSettings
  /** Takes effect in queues of other tabs too. */
  change(changed: Partial<QueueSettings>): void
  watch(listener: () => void): () => void
}

/** The settings of the operator's queue, for screens without the queue. */
export const createQueueSettings = (storage: Storage, operator: () => string): QueueSettingsStore => {
  const ownHabits = createOwnStored(storage, queueHabitsKey, operator, storedHabits)
  const changes = createChanges<void>()
  let current: QueueSettings | undefined
  const reread = () => {
    current = ownHabits.read()?.settings ?? emptyQueue.settings
    return current
  }
  return {
    read: () => current ?? reread(),
    change: (changed) => {
      const { last } = { last: undefined, ...ownHabits.read() }
      current = { ...reread(), ...changed }
      ownHabits.write({ version: 1, settings: current, last })
      changes.tell()
    },
    watch: (listener) => {
      reread()
      const stop = changes.watch(listener)
      const stopOthers = ownHabits.watch(() => {
        reread()
        listener()
      })
      return () => {
        stop()
        stopOthers()
      }
    },
  }
}
