import { setTimeout as delay } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { opaqueText } from '../../src/schemas/gate/passwords'
import { HttpProblem } from '../problems'
import { createLimiter } from './limiter'
import { isLoopBusy } from './load'
import * as words from './words'

/**
 * Argon2id with OWASP's recommendation (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. The hash contains
 * these numbers, so they can grow: the next sign-in renews an older hash.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Limits the memory during a flood of sign-ins and the wait of others to seconds. */
const limit = createLimiter(2, {
  most: 200,
  refusal: () => new HttpProblem(503, words.tooManySignIns, { 'retry-after': '5' }),
})

/**
 * Runs at most two hashes at the same time, which need 40 MiB.
 *
 * @param goesFirst for signed-in callers, so that a flood of strangers does not delay them.
 */
export const hashPassword = (password: string, goesFirst = false): Promise<string> =>
  limit(() => hash(opaqueText(password), cost), goesFirst)

export interface PasswordMatch {
  matches: boolean
  /** Set if the stored hash needs renewal. */
  renewed?: string
}

/** A multiple of the check's duration: on a busy server guesses get a quarter of their usual rate. */
const rest = 3

let decoy: Promise<string> | undefined

/**
 * @param isBusy whether a wrong password of an unfamiliar caller occupies its place longer.
 * @param wait resolves after this many ms.
 */
export const createPasswordCheck = (isBusy = isLoopBusy, wait: (ms: number) => Promise<unknown> = delay) => {
  /**
   * @param stored undefined for an unknown operator: the check takes the same work and never matches.
   * @param goesFirst for familiar callers, so that a flood of others does not delay them.
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
