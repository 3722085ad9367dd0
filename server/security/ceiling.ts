import { setTimeout as delay } from 'node:timers/promises'
import { HttpProblem } from '../problems'
import { createLimiter } from './limiter'

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

export const ceilingSizes: CeilingSizes = { failures: 100, window: 60 * 60_000, pause: 2000, waiting: 20 }

interface Tried {
  failures: number
  since: number
  slowly: ReturnType<typeof createLimiter>
}

const mostAccounts = 10_000

const refusal = () => new HttpProblem(429, 'Too many attempts. Try again in 30 seconds', { 'retry-after': '30' })

/**
 * Slows who guesses one account's password from many addresses. Callers from where its operator signed in before are
 * not slowed, so that nobody can lock the owner out.
 */
export const createCeiling = ({ failures, window, pause, waiting }: CeilingSizes = ceilingSizes) => {
  const accounts = new Map<string, Tried>()

  const tried = (account: string): Tried => {
    const known = accounts.get(account)
    if (known && Date.now() - known.since < window) return known
    const fresh = { failures: 0, since: Date.now(), slowly: createLimiter(1, { most: waiting, refusal }) }
    accounts.delete(account)
    accounts.set(account, fresh)
    const [oldest] = accounts.keys()
    if (accounts.size > mostAccounts && oldest !== undefined) accounts.delete(oldest)
    return fresh
  }

  return {
    /** Waits for the attempt's turn. @throws HttpProblem 429 where too many strangers wait */
    async pass(account: string, isFamiliar: boolean): Promise<void> {
      const known = accounts.get(account)
      if (isFamiliar || known === undefined || tried(account).failures < failures) return
      await known.slowly(() => delay(pause))
    },
    failed(account: string): void {
      tried(account).failures += 1
    },
  }
}
