import type { Kysely, Transaction } from 'kysely'
import type { SessionEntry } from '../../../src/schemas/security/operators'
import { isPostgres } from '../../db/dialect'
import { noteEnded } from '../../db/generation'
import { prepared, type Values } from '../../db/prepared'
import { type DatabaseState, rememberReads } from '../../db/remembered'
import { type Revisions, revisionColumns, revisionsOf } from '../../db/revisions'
import type { Database, Row } from '../../db/schema'
import { currentCall } from '../../db/trail/auditedCall'
import { signedOut } from '../../problems'
import { createToken, hashToken, lifetimes } from '../../security/tokens'
import { minuteMs, timestamp } from '../../time/clock'
import { endGrants } from '../security/grants.store'
import { oncePerId } from './touch.store'

const touchEveryMillis = minuteMs

const lifetimeOf = (remember: boolean) => (remember ? lifetimes.remembered : lifetimes.session)

/** The place of the sign-in. */
export interface Origin {
  address: string
  device: string | null
}

/** @returns the token; only its hash is stored */
export const startSession = async (
  db: Kysely<Database>,
  userId: number,
  remember: boolean,
  origin?: Origin,
): Promise<{ token: string; sessionId: number }> => {
  const token = createToken()
  const now = Date.now()
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      remember: remember ? 1 : 0,
      created_at: timestamp(now),
      last_used_at: timestamp(now),
      expires_at: timestamp(now + lifetimeOf(remember).absolute),
      ...origin,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const call = currentCall()
  if (call) call.session = id
  return { token, sessionId: id }
}

export interface SignedIn {
  readonly ownerId: number
  /** 0 for an API token: calls that need the session's id do not accept API tokens. */
  readonly sessionId: number
  readonly isAdmin: boolean
  /** The revisions of the owner's data when the session was found. */
  readonly revisions: Readonly<Revisions>
}

const findStored = prepared((db, value: Values<Pick<Row<'sessions'>, 'token_hash'>>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_id', 'remember', 'last_used_at', 'expires_at'])
    .select('is_admin')
    .select(revisionColumns)
    .where('token_hash', '=', value('token_hash'))
    .where('disabled_at', 'is', null),
)

/** Finds the operator of a living session. Each use extends an idle session. */
export const createSessionFinder = (db: Kysely<Database>, state: DatabaseState) => {
  const stored = rememberReads(state, async (token_hash) => {
    const [session] = await findStored(db, { token_hash })
    return (
      session && {
        id: session.id,
        usedAt: Date.parse(session.last_used_at),
        endsAt: endOf(session),
        signedIn: signedInBy(session),
      }
    )
  })
  const touch = oncePerId((id, now: number) =>
    db
      .updateTable('sessions')
      .set({ last_used_at: timestamp(now) })
      .where('id', '=', id)
      .execute(),
  )

  return async (token: string): Promise<SignedIn | undefined> => {
    const session = await stored(hashToken(token))
    if (!session) return undefined
    const now = Date.now()
    if (now >= session.endsAt) return undefined
    if (now - session.usedAt >= touchEveryMillis) touch(session.id, now)
    return session.signedIn
  }
}

const signedInBy = (session: Awaited<ReturnType<typeof findStored>>[number]): SignedIn => ({
  ownerId: session.user_id,
  sessionId: session.id,
  isAdmin: session.is_admin === 1,
  revisions: revisionsOf(session),
})

/** When the session ends without further use, in milliseconds since 1970. */
const endOf = ({ last_used_at, expires_at, remember }: SessionTimes): number =>
  Math.min(Date.parse(last_used_at) + lifetimeOf(remember === 1).idle, Date.parse(expires_at))

const isLiving = (session: SessionTimes): boolean => Date.now() < endOf(session)

type SessionTimes = Pick<Row<'sessions'>, 'last_used_at' | 'expires_at' | 'remember'>

/** The living ones among these sessions, each with its end and the revision of its operator's tasks. */
export const findLiving = async (
  db: Kysely<Database>,
  ids: number[],
): Promise<Map<number, { endsAt: number; revision: string }>> => {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'remember', 'last_used_at', 'expires_at'])
    .select(revisionColumns)
    .where('sessions.id', 'in', ids)
    .where('disabled_at', 'is', null)
    .execute()
  const now = Date.now()
  return new Map(
    rows
      .map((row) => [row.id, { endsAt: endOf(row), revision: revisionsOf(row).tasks }] as const)
      .filter(([, { endsAt }]) => now < endsAt),
  )
}

/** Living sessions, the last used first. */
export const listSessions = async (db: Kysely<Database>, userId: number, current: number): Promise<SessionEntry[]> => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'remember', 'address', 'device'])
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows
    .filter(isLiving)
    .slice(0, mostListed)
    .map(({ expires_at: _, remember: __, ...row }) => ({ ...row, current: row.id === current }))
}

const mostListed = 100

/** Whether the operator has a living session from this address. */
export const hasSessionFrom = async (db: Kysely<Database>, userId: number, address: string): Promise<boolean> => {
  const sessions = await db
    .selectFrom('sessions')
    .select(['last_used_at', 'expires_at', 'remember'])
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .execute()
  return sessions.some(isLiving)
}

/** Selects an operator's sessions; all of them if neither is set. */
export interface Which {
  only?: number
  except?: number
}

/**
 * A call that ends all of an operator's sessions, or all except one, also ends everything else that their credentials
 * allow: a thief may have made it.
 * @returns the number of ended sessions
 */
export const endSessions = async (
  trx: Transaction<Database>,
  userId: number,
  { only, except }: Which = {},
): Promise<number> => {
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? 0))
    .returning('id')
    .execute()
  const endedMore = only === undefined && (await endGrants(trx, userId))
  if (ended.length > 0 || endedMore) await noteEnded(trx)
  return ended.length
}

/** Locks the session until the transaction ends. @throws HttpProblem 401 if somebody ended it */
export const keepSession = async (trx: Transaction<Database>, id: number): Promise<void> => {
  const kept = trx.selectFrom('sessions').select('id').where('id', '=', id)
  await kept.$if(isPostgres(trx), (query) => query.forKeyShare()).executeTakeFirstOrThrow(signedOut)
}
