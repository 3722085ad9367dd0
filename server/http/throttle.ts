import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from '../problems'
import * as words from './words'

export interface Throttle {
  max: number
  /** ms */
  window: number
  /** Whose requests are counted together. */
  keyOf(request: FastifyRequest): string
  /** What the refusal begins with. */
  detail: string
}

/** Throws 429 with Retry-After beyond `max` requests in the window; counted by this process since its start. */
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
