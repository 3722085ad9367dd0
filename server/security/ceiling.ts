import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { HttpProblem } from '../problems'
import { hourMs } from '../time/clock'
import { createLimiter } from './limiter'
import * as words from './words'

export interface CeilingSizes {
  /** Wrong passwords of one account in the window, from all callers, before strangers are slowed. */
  failures: number
  /** Ms. */
  window: number
  /** Ms between two attempts of slowed strangers. */
  pause: number
  /** The number of strangers' attempts that may wait. */
  waiting: number
}

export const ceilingSizes: CeilingSizes = { failures: 100, window: hourMs, pause: 2000, waiting: 20 }

interface Tried {
  failures: number
  slowly: ReturnType<typeof createLimiter>
}

const mostAccounts = 10_000

const refusal = () => new HttpProblem(429, words.tooManyAttempts, { 'retry-after': '30' })

/**
 * Slows callers who guess one account's password from many addresses. Addresses of earlier sign-ins are not slowed, so
 * that nobody can lock the owner out.
 */
export const createCeiling = (
  { failures, window, pause, waiting }: CeilingSizes = ceilingSizes,
  clock: { now(): number } = performance,
) => {
  const accounts = new LRUCache<string, Tried>({ max: mostAccounts, ttl: window, ttlResolution: 0, perf: clock })

  const begin = (account: string): Tried => {
    const tried = { failures: 0, slowly: createLimiter(1, { most: waiting, refusal }) }
    accounts.set(account, tried)
    return tried
  }

  return {
    /**
     * Waits for the attempt's turn.
     *
     * @throws HttpProblem 429 if too many strangers wait
     */
    async pass(account: string, isFamiliar: boolean): Promise<void> {
      const tried = accounts.get(account)
      if (isFamiliar || tried === undefined || tried.failures < failures) return
      await tried.slowly(() => delay(pause))
    },
    failed(account: string): void {
      const tried = accounts.get(account) ?? begin(account)
      tried.failures += 1
    },
  }
}
