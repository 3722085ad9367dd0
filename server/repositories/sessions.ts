import type { Kysely } from 'kysely'
import { timestamp } from '../clock'
import { prepared, type Values } from '../db/prepared'
import { type DatabaseState, rememberReads } from '../db/remembered'
import type { Database, Row } from '../db/schema'
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

export interface SignedIn {
  ownerId: number
  /** Of the owner's list of accounts, when the session was found. */
  accountsRevision: string
  /** Of the owner's characters, likewise. */
  rolesRevision: string
}

const findStored = prepared((db, value: Values<Pick<Row<'sessions'>, 'token_hash'>>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_id', 'remember', 'last_used_at', 'expires_at', 'accounts_revision', 'roles_revision'])
    .where('token_hash', '=', value('token_hash')),
)

/** Finds who is signed in while the session lives; using it keeps it from falling idle. */
export const createSessionFinder = (db: Kysely<Database>, state: DatabaseState) => {
  const stored = rememberReads(state, async (token_hash) => (await findStored(db, { token_hash }))[0])
  const touching = new Set<number>()

  /** Nobody waits for it: a read goes on where nothing can be written, and the next one tries again. */
  const touch = async (id: number, now: number): Promise<void> => {
    if (touching.has(id)) return
    touching.add(id)
    await db
      .updateTable('sessions')
      .set({ last_used_at: timestamp(now) })
      .where('id', '=', id)
      .execute()
      .catch(() => undefined)
    touching.delete(id)
  }

  return async (token: string): Promise<SignedIn | undefined> => {
    const session = await stored(hashToken(token))
    if (!session) return undefined
    const now = Date.now()
    const unused = now - Date.parse(session.last_used_at)
    const isIdle = unused >= lifetimeOf(session.remember === 1).idle
    if (isIdle || now >= Date.parse(session.expires_at)) return undefined
    if (unused >= touchEveryMillis) void touch(session.id, now)
    return {
      ownerId: session.user_id,
      accountsRevision: session.accounts_revision,
      rolesRevision: session.roles_revision,
    }
  }
}

export const endSession = async (db: Kysely<Database>, token: string): Promise<void> => {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

export const forgetExpiredSessions = async (db: Kysely<Database>): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', timestamp()).execute()
}
