import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from './messageOf'

/**
 * Tries again until it is stored, however long the database is away: for what this process alone knows.
 *
 * @param failed is told of each try that failed.
 */
export const untilStored = async <T>(store: () => Promise<T>, failed: (reason: string) => void): Promise<T> => {
  for (let waitMs = 50; ; waitMs = Math.min(2000, waitMs * 2)) {
    try {
      return await store()
    } catch (error) {
      failed(messageOf(error))
      await delay(waitMs)
    }
  }
}
