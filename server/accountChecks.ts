import type { AppDeps } from './deps'
import { getAccountRow, storeVerdict, usernameKey } from './repositories/accounts'
import { openCredentials } from './security/credentials'
import { createLimiter } from './security/limiter'
import { XError } from './x/types'

/** Asks X whether it takes an account's credentials. */
export interface AccountChecks {
  /** @throws XError when X could not be asked; a refusal is stored with the account. */
  check(ownerId: number, id: number): Promise<void>
  /** The same in the background, at most four at once; what goes wrong is logged. */
  checkLater(ownerId: number, id: number): void
  /** Waits for what was begun and begins nothing more. */
  stop(): Promise<void>
}

export const createAccountChecks = ({ db, vault, x, delivery, log }: AppDeps): AccountChecks => {
  const limit = createLimiter(4)
  const running = new Set<Promise<void>>()
  let stopped = false

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

  return {
    check,
    checkLater(ownerId, id) {
      const work = limit(async () => {
        if (!stopped) await check(ownerId, id)
      }).catch((error: unknown) => {
        log?.warn(
          { account: id, reason: error instanceof Error ? error.message : String(error) },
          'account not checked',
        )
      })
      running.add(work)
      work.finally(() => running.delete(work))
    },
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}
