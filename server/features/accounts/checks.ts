import { setTimeout as delay } from 'node:timers/promises'
import { atMost } from '../../atMost'
import type { Row } from '../../db/schema'
import type { AppDeps } from '../../deps'
import { messageOf } from '../../messageOf'
import { doubling } from '../../time/backoff'
import { minuteMs } from '../../time/clock'
import { concernsAccount, explanationOfRefusal } from '../../x/refusals'
import { XError } from '../../x/types'
import { type AccountAnswer, findWitness, listUnverified, storeAccountAnswers } from './accountAnswers.store'
import { getAccountRow } from './accounts.store'
import { judge } from './judge'
import { refusalOfAccess } from './tokens.store'
import * as words from './words'

const atOnce = 4
/** How many accounts one worker checks before one write for all of them, because each write waits for the disk. */
const inOneWrite = 25
/** A check only reads from X, so a check that hangs can be abandoned. */
const patienceMillis = 5000
/** The longest pause between two tries to reach X. */
const longestPauseMillis = 30 * minuteMs

/** Asks X whether it accepts an account's credentials. A 401 counts after X has answered it twice. */
export interface AccountChecks {
  /** A refusal by X is stored with the account. @throws XError if X could not be asked */
  check(ownerId: number, id: number): Promise<void>
  /**
   * Checks in the background, at most four accounts at the same time. Faults are logged. If X could not be asked, or
   * its answer could not be stored, the check is repeated at growing intervals.
   */
  checkLater(ownerId: number, id: number): void
  /** Continues the checks that an earlier process did not finish. */
  resume(): Promise<void>
  /** Starts nothing more, and waits at most five seconds for the checks in progress. */
  stop(): Promise<void>
}

interface Waiting {
  owner_id: number
  id: number
}

/** `isSure`: X's answer was not a 401. */
type Answer = AccountAnswer & { isSure: boolean }

export const createAccountChecks = ({ db, access, x, delivery, settings, log }: AppDeps): AccountChecks => {
  const queue: Waiting[] = []
  const stopping = new AbortController()
  let lastAdded = 0
  const workers = new Set<Promise<void>>()
  let isUnfinished = false
  let unfinishedRounds = 0
  let isPausing = false

  const rowOf = ({ owner_id, id }: Waiting) => getAccountRow(db, owner_id, id)

  const ask = async (asked: Row<'accounts'>): Promise<Answer> => {
    try {
      const opened = await access.open(asked)
      const me = await x.getMe(opened)
      return { asked, said: await judge(db, asked, me), isSure: true }
    } catch (error) {
      const reason = await revoked(asked, error)
      if (reason === undefined) throw error
      return { asked, said: { reason }, isSure: !isUnauthorized(error) }
    }
  }

  /** The reason if X accepts nothing from the account. */
  const revoked = async ({ id }: Waiting, error: unknown): Promise<string | undefined> => {
    if (!(error instanceof XError) || error.refusal === undefined) return undefined
    const refusal = isUnauthorized(error) ? await refusalOfAccess(db, id) : error.refusal
    return concernsAccount(refusal) ? explanationOfRefusal(refusal, error.detail) : undefined
  }

  /**
   * Asks again for the account after another account that X accepted before. If X refuses that account too, the fault
   * is X's, or of the app that both belong to.
   */
  const askSurely = async (account: Waiting): Promise<AccountAnswer> => {
    const answer = await ask(await rowOf(account))
    if (answer.isSure) return answer
    const witness = await findWitness(db, answer.asked)
    if (!witness) await pause(settings.recheckMs)
    else if (await isRefused(witness)) throw new XError(words.xRefusesAll(witness.username))
    return ask(await rowOf(account))
  }

  const isRefused = async (account: Waiting): Promise<boolean> => {
    try {
      return !(await ask(await rowOf(account))).isSure
    } catch {
      return false
    }
  }

  const pause = (millis: number) => delay(millis, undefined, { signal: stopping.signal }).catch(() => undefined)

  const store = async (answers: AccountAnswer[]): Promise<void> => {
    if (answers.length === 0) return
    await storeAccountAnswers(db, answers)
    if (answers.some(({ said }) => !('reason' in said))) delivery.wake()
  }

  /** An answer that cannot be stored must not affect the others. */
  const storeMost = async (answers: AccountAnswer[]): Promise<void> => {
    try {
      await store(answers)
    } catch (error) {
      const [first, ...rest] = answers
      if (first && rest.length === 0) {
        isUnfinished = true
        return complain(error, [first.asked])
      }
      for (const each of answers) await storeMost([each])
    }
  }

  const quiet = async (): Promise<void> => {
    for (;;) {
      const left = lastAdded + settings.quietMs - performance.now()
      if (left <= 0 || stopping.signal.aborted) return
      await pause(left)
    }
  }

  const complain = (error: unknown, accounts: Waiting[]): void => {
    log?.warn({ accounts: accounts.map(({ id }) => id), reason: messageOf(error) }, 'accounts: could not be checked')
  }

  const work = async (): Promise<void> => {
    for (;;) {
      await quiet()
      const share = queue.splice(0, Math.min(inOneWrite, Math.ceil(queue.length / atOnce)))
      if (share.length === 0 || stopping.signal.aborted) return
      const answers = await askAll(share)
      const unsure = answers.filter(({ isSure }) => !isSure).map(({ asked }) => asked)
      await storeMost(answers.filter(({ isSure }) => isSure))
      if (unsure.length === 0) continue
      await pause(settings.recheckMs)
      await storeMost(await askAll(unsure))
    }
  }

  const askAll = async (accounts: Waiting[]): Promise<Answer[]> => {
    const answers: Answer[] = []
    for (const next of accounts) {
      if (stopping.signal.aborted) break
      try {
        const row = await rowOf(next)
        // An account that was deactivated meanwhile needs no check.
        if (row.verified_at === null) answers.push(await ask(row))
      } catch (error) {
        if (error instanceof XError) isUnfinished = true
        complain(error, [next])
      }
    }
    return answers
  }

  const begin = () => {
    for (let free = Math.min(queue.length, atOnce - workers.size); free > 0; free -= 1) {
      const worker = work()
      workers.add(worker)
      worker.finally(() => {
        workers.delete(worker)
        if (workers.size === 0) void endRound()
      })
    }
  }

  const endRound = async (): Promise<void> => {
    if (isPausing) return
    if (!isUnfinished) {
      unfinishedRounds = 0
      return
    }
    isUnfinished = false
    isPausing = true
    await pause(doubling(unfinishedRounds + 1, settings.recheckMs, longestPauseMillis))
    isPausing = false
    unfinishedRounds += 1
    if (stopping.signal.aborted) return
    try {
      await resume()
    } catch (error) {
      isUnfinished = true
      complain(error, [])
      await endRound()
    }
  }

  const resume = async (): Promise<void> => {
    const waiting = new Set(queue.map(({ id }) => id))
    for (const each of await listUnverified(db)) if (!waiting.has(each.id)) queue.push(each)
    begin()
  }

  return {
    check: async (owner_id, id) => store([await askSurely({ owner_id, id })]),
    checkLater(ownerId, id) {
      queue.push({ owner_id: ownerId, id })
      lastAdded = performance.now()
      begin()
    },
    resume,
    async stop() {
      stopping.abort()
      await atMost(patienceMillis, Promise.all(workers))
    },
  }
}

const isUnauthorized = (error: unknown): boolean => error instanceof XError && error.refusal === 'unauthorized'
