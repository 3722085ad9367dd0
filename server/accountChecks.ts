import { setTimeout as delay } from 'node:timers/promises'
import type { AppDeps } from './deps'
import { getAccountRow, listUnverified, storeVerdict, usernameKey } from './repositories/accounts'
import { openCredentials } from './security/credentials'
import { XError } from './x/types'

/** How long no account must have been connected before the background turns to X: an import goes first. */
const quietMillis = 1000
const atOnce = 4
/** A check only reads at X: one that hangs may be left behind. */
const patienceMillis = 5000

/** Asks X whether it takes an account's credentials. */
export interface AccountChecks {
  /** @throws XError when X could not be asked; a refusal is stored with the account. */
  check(ownerId: number, id: number): Promise<void>
  /** The same in the background, at most four at once; what goes wrong is logged. */
  checkLater(ownerId: number, id: number): void
  /** Takes up what an earlier process left unchecked. */
  resume(): Promise<void>
  /** Begins nothing more, and waits at most five seconds for what was begun. */
  stop(): Promise<void>
}

interface Waiting {
  owner_id: number
  id: number
}

export const createAccountChecks = ({ db, vault, x, delivery, log }: AppDeps): AccountChecks => {
  const queue: Waiting[] = []
  const stopping = new AbortController()
  let lastAdded = 0
  const workers = new Set<Promise<void>>()

  const check = async (ownerId: number, id: number): Promise<void> => {
    const row = await getAccountRow(db, ownerId, id)
    const verdict = await ask(row)
    await storeVerdict(db, row, verdict)
    if ('xUserId' in verdict) delivery.wake()
  }

  const ask = async (row: Awaited<ReturnType<typeof getAccountRow>>) => {
    try {
      const me = await x.getMe(openCredentials(vault, row))
      return usernameKey(me.username) === row.username_key
        ? { xUserId: me.id }
        : { reason: `X says that these credentials belong to @${me.username}` }
    } catch (error) {
      if (error instanceof XError && (error.status === 401 || error.status === 403)) return { reason: error.detail }
      throw error
    }
  }

  const quiet = async (): Promise<void> => {
    for (;;) {
      const left = lastAdded + quietMillis - performance.now()
      if (left <= 0 || stopping.signal.aborted) return
      await delay(left, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const work = async (): Promise<void> => {
    for (;;) {
      await quiet()
      const next = queue.shift()
      if (!next || stopping.signal.aborted) return
      await check(next.owner_id, next.id).catch((error: unknown) => {
        log?.warn({ account: next.id, reason: error instanceof Error ? error.message : error }, 'account not checked')
      })
    }
  }

  const begin = () => {
    for (let free = Math.min(queue.length, atOnce - workers.size); free > 0; free -= 1) {
      const worker = work()
      workers.add(worker)
      worker.finally(() => workers.delete(worker))
    }
  }

  return {
    check,
    checkLater(ownerId, id) {
      queue.push({ owner_id: ownerId, id })
      lastAdded = performance.now()
      begin()
    },
    async resume() {
      queue.push(...(await listUnverified(db)))
      begin()
    },
    async stop() {
      stopping.abort()
      await Promise.race([Promise.all(workers), delay(patienceMillis, undefined, { ref: false })])
    },
  }
}
