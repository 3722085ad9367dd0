import { setTimeout as delay } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { opaqueText } from '../../src/schemas/gate/passwords'
import { HttpProblem } from '../problems'
import { createLimiter } from './limiter'
import { isLoopBusy } from './load'
import * as words from './words'

/**
 * Argon2id as OWASP recommends it (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. The hash describes itself,
 * so that these numbers can grow: older hashes are renewed at the next sign-in.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Keeps a flood of sign-ins from other addresses small in memory, and the wait of everybody else within seconds. */
const limit = createLimiter(2, {
  most: 200,
  refusal: () => new HttpProblem(503, words.tooManySignIns, { 'retry-after': '5' }),
})

/**
 * At most two are hashed at once, within 40 MiB however many sign in.
 *
 * @param goesFirst for who was let in already: a flood of strangers does not hold it up.
 */
export const hashPassword = (password: string, goesFirst = false): Promise<string> =>
  limit(() => hash(opaqueText(password), cost), goesFirst)

export interface PasswordMatch {
  matches: boolean
  /** A hash with today's cost of the password in its normal form, if the stored one is another. */
  renewed?: string
}

/** Times as long as its check took: on a busy server guesses get a quarter of what they would take. */
const rest = 3

let decoy: Promise<string> | undefined

/**
 * @param isBusy whether a wrong password of somebody who is not known keeps its place for a while.
 * @param wait resolves after as many milliseconds.
 */
export const createPasswordCheck = (isBusy = isLoopBusy, wait: (ms: number) => Promise<unknown> = delay) => {
  /**
   * @param stored undefined for an unknown operator: it costs the same work, and never matches.
   * @param goesFirst for a caller who is known to this operator's account: a flood of others does not hold it up.
   */
  return async (stored: string | undefined, password: string, goesFirst = false): Promise<PasswordMatch> => {
    decoy ??= hash('nobody has this password', cost).catch((error) => {
      decoy = undefined
      throw error
    })
    const against = stored ?? (await decoy)
    let isAsTyped = false
    const check = async () => {
      const began = performance.now()
      const isRight = await verify(against, opaqueText(password))
      isAsTyped = !isRight && opaqueText(password) !== password && (await verify(against, password))
      const matches = (isRight || isAsTyped) && stored !== undefined
      if (!matches && !goesFirst && isBusy()) await wait(rest * (performance.now() - began))
      return matches
    }
    const matches = await limit(check, goesFirst)
    return matches && (isAsTyped || !against.startsWith(current))
      ? { matches, renewed: await hashPassword(password, goesFirst) }
      : { matches }
  }
}

export const verifyPassword = createPasswordCheck()
