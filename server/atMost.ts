import { setTimeout as delay } from 'node:timers/promises'

export const atMost = async (millis: number, work: Promise<unknown>): Promise<void> => {
  await Promise.race([work, delay(millis, undefined, { ref: false })])
}
