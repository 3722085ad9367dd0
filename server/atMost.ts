import { setTimeout as delay } from 'node:timers/promises'

/** Waits until the work is done, and no longer than so many milliseconds. */
export const atMost = async (millis: number, work: Promise<unknown>): Promise<void> => {
  await Promise.race([work, delay(millis, undefined, { ref: false })])
}
