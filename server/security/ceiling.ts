import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { hourMs } from '../clock'
import { HttpProblem } from '../problems'
import { createLimiter } from './limiter'
import * as words from './words'

export interface CeilingSizes {
  /** Wrong passwords of one account in the window, whoever tried them, before strangers are slowed. */
  failures: number
  /** ms */
  window: number
  /** How long a stranger's attempt takes then, one after the other, ms. */
  pause: number
  /** How many of them may wait. */
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
 * Slows who guesses one account's password from many addresses. Callers from where its operator signed in before are
 * not slowed, so that nobody can lock the owner out.
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
    /** Waits for the attempt's turn. @throws HttpProblem 429 where too many strangers wait */
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
