import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type AllowanceName,
  type Allowances,
  allowanceNames,
  allowanceOf,
  type OwnAllowances,
  type Use,
} from '../../src/schemas/usage/allowances'
import type { Database } from '../db/schema'
import { lockUser } from '../features/session/users.store'
import { HttpProblem } from '../problems'
import { dayOf, nextDay, timestamp } from '../time/clock'
import * as words from '../usage/words'

/**
 * The server's daily limits for every operator, unless an administrator set others for the operator; null for no limit.
 */
export type ServerAllowances = Record<AllowanceName, number | null>

export const nothingBounded: ServerAllowances = { model_calls: null, tokens: null, sends: null, stored_bytes: null }

/** Amounts that no other table counts. Bytes are those of the texts; the database uses more for a row. */
export type Counted = Record<'sends' | 'stored_bytes', number>

/** The server's limits, and the time that selects the day. */
export interface Day {
  allowances: ServerAllowances
  now: Date
}

/** @returns today's total */
export const addUse = async (db: Kysely<Database>, ownerId: number, added: Counted, now: Date): Promise<Counted> => {
  const day = dayOf(timestamp(now))
  const sumOf = (column: keyof Counted) =>
    sql<number>`case when uses.day = ${day} then ${sql.ref(`uses.${column}`)} else 0 end + ${added[column]}`
  return db
    .insertInto('uses')
    .values({ owner_id: ownerId, day, ...added })
    .onConflict((row) =>
      row.column('owner_id').doUpdateSet({ day, sends: sumOf('sends'), stored_bytes: sumOf('stored_bytes') }),
    )
    .returning(['sends', 'stored_bytes'])
    .executeTakeFirstOrThrow()
}

/** Counts a send in the transaction that stores it. @throws HttpProblem 402 above the daily limit */
export const countSends = async (
  trx: Transaction<Database>,
  ownerId: number,
  added: Counted,
  { allowances, now }: Day,
): Promise<void> => {
  const used = await addUse(trx, ownerId, added, now)
  const own = await ownAllowancesOf(trx, ownerId)
  for (const name of ['sends', 'stored_bytes'] as const) {
    const limit = allowanceOf({ own: own[name], server: allowances[name] })
    if (limit !== null && used[name] > limit) throw new HttpProblem(402, usedUp(name, limit))
  }
}

/**
 * Call it before paying for data that will be stored: paid data is stored and counts for the next call.
 * @throws HttpProblem 402 if nothing more may be stored today
 */
export const assertRoom = async (db: Kysely<Database>, ownerId: number, { allowances, now }: Day): Promise<void> => {
  const { stored_bytes: own } = await ownAllowancesOf(db, ownerId)
  const limit = allowanceOf({ own, server: allowances.stored_bytes })
  if (limit === null) return
  const { stored_bytes } = await countedToday(db, ownerId, now)
  if (stored_bytes >= limit) throw new HttpProblem(402, usedUp('stored_bytes', limit))
}

/**
 * Why one more model call with this many tokens is refused, as far as they are known in advance.
 * @returns undefined if the daily limit allows the call
 */
export const refusalOfModelCall = async (
  trx: Transaction<Database>,
  ownerId: number,
  tokens: number,
  { allowances, now }: Day,
): Promise<string | undefined> => {
  const own = await ownAllowancesOf(trx, ownerId)
  const most = (name: 'model_calls' | 'tokens') => allowanceOf({ own: own[name], server: allowances[name] })
  const calls = most('model_calls')
  const allTokens = most('tokens')
  if (calls === null && allTokens === null) return undefined
  await lockUser(trx, ownerId)
  const used = await modelUse(trx, ownerId, now)
  if (calls !== null && used.model_calls >= calls) return usedUp('model_calls', calls)
  return allTokens !== null && used.tokens + tokens > allTokens ? usedUp('tokens', allTokens) : undefined
}

export const readAllowances = async (
  db: Kysely<Database>,
  ownerId: number,
  { allowances, now }: Day,
): Promise<Allowances> => {
  const own = await ownAllowancesOf(db, ownerId)
  const used = { ...(await countedToday(db, ownerId, now)), ...(await modelUse(db, ownerId, now)) }
  const useOf = (name: AllowanceName): Use => ({ used: used[name], own: own[name], server: allowances[name] })
  return {
    resets_at: timestamp(nextDay(now)),
    uses: {
      model_calls: useOf('model_calls'),
      tokens: useOf('tokens'),
      sends: useOf('sends'),
      stored_bytes: useOf('stored_bytes'),
    },
  }
}

export const setAllowances = async (trx: Transaction<Database>, ownerId: number, own: OwnAllowances): Promise<void> => {
  await trx
    .insertInto('allowances')
    .values({ owner_id: ownerId, ...own })
    .onConflict((row) => row.column('owner_id').doUpdateSet(own))
    .execute()
}

/** For the audit trail, for example "9 calls of models, 20 replies". */
export const wordsOfAllowances = (own: OwnAllowances): string => {
  const limits = allowanceNames.flatMap((name) => (own[name] === null ? [] : amounts[name](own[name])))
  return limits.length > 0 ? limits.join(', ') : words.serverDefault
}

const ownAllowancesOf = async (db: Kysely<Database>, ownerId: number): Promise<OwnAllowances> => {
  const row = await db
    .selectFrom('allowances')
    .select(['model_calls', 'tokens', 'sends', 'stored_bytes'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row ?? nothingBounded
}

const countedToday = async (db: Kysely<Database>, ownerId: number, now: Date): Promise<Counted> => {
  const row = await db
    .selectFrom('uses')
    .select(['sends', 'stored_bytes'])
    .where('owner_id', '=', ownerId)
    .where('day', '=', dayOf(timestamp(now)))
    .executeTakeFirst()
  return row ?? { sends: 0, stored_bytes: 0 }
}

const modelUse = async (
  db: Kysely<Database>,
  ownerId: number,
  now: Date,
): Promise<Record<'model_calls' | 'tokens', number>> => {
  const { calls, tokens } = await db
    .selectFrom('model_calls')
    .select([
      sql<number>`count(*)`.as('calls'),
      sql<number>`coalesce(sum(input_tokens + output_tokens), 0)`.as('tokens'),
    ])
    .where('owner_id', '=', ownerId)
    .where('day', '=', dayOf(timestamp(now)))
    .executeTakeFirstOrThrow()
  return { model_calls: Number(calls), tokens: Number(tokens) }
}

const amounts: Record<AllowanceName, (limit: number) => string> = {
  model_calls: (limit) => `${counted(limit, 'call')} of models`,
  tokens: (limit) => `${counted(limit, 'token')} of models`,
  sends: (limit) => counted(limit, 'reply', 'replies'),
  stored_bytes: (limit) =>
    `${limit < 1e6 ? `${Math.ceil(limit / 1e3)} KB` : `${Math.round(limit / 1e6).toLocaleString('en')} MB`} of posts, drafts and tasks`,
}

const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

const usedUp = (name: AllowanceName, limit: number): string => words.limitReached(amounts[name](limit))
