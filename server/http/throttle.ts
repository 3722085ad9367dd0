import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from '../problems'
import * as words from './words'

export interface Throttle {
  max: number
  /** Ms. */
  window: number
  /** Requests with the same key are counted together. */
  keyOf(request: FastifyRequest): string
  /** The beginning of the refusal. */
  detail: string
}

/** Throws 429 with Retry-After above `max` requests in the window. Each process counts from its start. */
export const throttle = (app: FastifyInstance, { max, window, keyOf, detail }: Throttle) => {
  const check = app.createRateLimit({ max, timeWindow: window, keyGenerator: keyOf })
  return async (request: FastifyRequest): Promise<void> => {
    const used = await check(request)
    if (!used.isAllowed && used.isExceeded) {
      throw new HttpProblem(429, words.tryAgainIn(detail, used.ttlInSeconds), {
        'retry-after': String(used.ttlInSeconds),
      })
    }
  }
}
