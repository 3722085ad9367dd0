import type { Kysely } from 'kysely'
import { timestamp } from '../clock'
import type { Database } from '../db/schema'
import { createToken, hashToken, lifetimes } from '../security/tokens'

const touchEveryMillis = 60_000

const lifetimeOf = (remember: boolean) => (remember ? lifetimes.remembered : lifetimes.session)

/** @returns the token, which is stored nowhere. */
export const startSession = async (db: Kysely<Database>, userId: number, remember: boolean): Promise<string> => {
  const token = createToken()
  const now = Date.now()
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      remember: remember ? 1 : 0,
      created_at: timestamp(now),
      last_used_at: timestamp(now),
      expires_at: timestamp(now + lifetimeOf(remember).absolute),
    })
    .execute()
  return token
}

/** @returns the user's id while the session lives; using it keeps it from falling idle. */
export const findSession = async (db: Kysely<Database>, token: string): Promise<number | undefined> => {
  const session = await db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'remember', 'last_used_at', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!session) return undefined
  const now = Date.now()
  const unused = now - Date.parse(session.last_used_at)
  if (timestamp(now) >= session.expires_at || unused >= lifetimeOf(session.remember === 1).idle) return undefined
  if (unused >= touchEveryMillis) {
    await db
      .updateTable('sessions')
      .set({ last_used_at: timestamp(now) })
      .where('id', '=', session.id)
      .execute()
  }
  return session.user_id
}

export const endSession = async (db: Kysely<Database>, token: string): Promise<void> => {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

export const forgetExpiredSessions = async (db: Kysely<Database>): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', timestamp()).execute()
}
