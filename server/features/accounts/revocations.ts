import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/schema'
import { createWakeLoop } from '../../jobs/wakeLoop'
import { messageOf } from '../../messageOf'
import type { WarningLog } from '../../quietly'
import type { Vault } from '../../security/vault'
import { clockToleranceMs, later, minuteMs, timestamp } from '../../time/clock'
import type { XApp, XOAuth2 } from '../../x/oauth2'
import {
  claimRevocation,
  deleteRevocation,
  forgetFuture,
  nextRevocationAt,
  type Revocation,
  storeRevocation,
} from './revocations.store'

/** The credentials of a deleted account. */
export interface Connection {
  app: XApp
  /** The access token and the refresh token. */
  tokens: string[]
}

/** Revokes the connections of deleted accounts at X: immediately, then at growing intervals for about a day. */
export interface Revocations {
  /** Seals and stores them, in the transaction that deletes the account. */
  store(trx: Kysely<Database>, username: string, connection: Connection): Promise<void>
  /** Revokes the due ones. */
  revokeDue(): Promise<void>
  /** Revokes due connections in the background, from the start on. */
  wake(): void
  start(): void
  /** Waits for the revocations in progress, which end by the deadline of their requests. */
  stop(): Promise<void>
}

export interface RevocationDeps {
  db: Kysely<Database>
  vault: Vault
  oauth2: XOAuth2
  clock(): Date
  log?: WarningLog | undefined
}

/** The waits after each try except the last, in ms. */
const pauses = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * minuteMs)
/** Another process may have claimed a revocation and stopped. */
const patienceMs = 5 * minuteMs

const pauseMs = (tries: number): number => (tries === 0 ? 0 : (pauses[tries - 1] ?? patienceMs))

const connection = z.object({
  app: z.object({ clientId: z.string(), clientSecret: z.string() }),
  tokens: z.array(z.string()),
})

const placeOf = (id: string) => `farewells/${id}/secret`
const giveUp = 'oauth2: X did not end the connection of a deleted account; end it at x.com/settings/connected_apps'

export const createRevocations = ({ db, vault, oauth2, clock, log }: RevocationDeps): Revocations => {
  const nextAt = (tries: number) => timestamp(later(clock(), pauseMs(tries)))

  const revoke = async ({ id, username, secret, tries }: Revocation): Promise<void> => {
    let isDone = false
    try {
      const { app, tokens } = connection.parse(JSON.parse(vault.open(secret, placeOf(id))))
      isDone = (await Promise.all(tokens.map((token) => oauth2.revoke(app, token)))).every(Boolean)
    } catch (error) {
      log?.warn(
        { username, reason: messageOf(error) },
        'oauth2: the tokens of a deleted account could not be decrypted',
      )
    }
    if (!isDone && tries <= pauses.length) return
    if (!isDone) log?.warn({ username, tries }, giveUp)
    await deleteRevocation(db, id)
  }

  const noticeClock = async () => {
    const now = later(clock(), clockToleranceMs)
    await forgetFuture(db, timestamp(now), (tries) => timestamp(later(now, pauseMs(tries))))
  }

  const revokeDue = async () => {
    await noticeClock()
    for (;;) {
      const due = await claimRevocation(db, timestamp(clock()), nextAt)
      if (!due) return
      await revoke(due)
    }
  }

  const loop = createWakeLoop({
    round: async () => {
      await revokeDue()
      const due = Date.parse((await nextRevocationAt(db)) ?? '') - clock().getTime()
      return Number.isNaN(due) ? patienceMs : Math.min(patienceMs, Math.max(1, due + 1))
    },
    failed: (error) => {
      log?.warn({ reason: messageOf(error) }, 'oauth2: connections to end could not be read from the database')
      return patienceMs
    },
  })

  return {
    async store(trx, username, { app, tokens }) {
      const id = randomBytes(12).toString('base64url')
      const secret = vault.seal(JSON.stringify({ app, tokens } satisfies Connection), placeOf(id))
      await storeRevocation(trx, { id, username, secret, tries: 0, next_at: timestamp(clock()) })
    },
    revokeDue,
    wake: loop.wake,
    start: loop.start,
    stop: loop.stop,
  }
}
