import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from './messageOf'

/**
 * Retries until `store` succeeds, however long the database is unavailable. For facts that only this process knows.
 *
 * @param failed receives the reason of each failed try.
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
