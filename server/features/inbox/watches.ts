import { type Kysely, sql, type Transaction } from 'kysely'
import { mostWatchesListed, type Watch } from '../../../src/schemas/inbox/inbox'
import { readingScope } from '../../db/holdScopes'
import type { Database, Row } from '../../db/schema'
import { notFound } from '../../problems'
import { dayMs, timestamp } from '../../time/clock'
import type { InboxWords } from './list'
import { isConnected, readStream } from './streamLease'
import { nothingWrong } from './watchLease'
import * as inboxWords from './words'

/** The assumed number of mentions per day before the first reading. */
const assumedReads = 20
const weekMs = 7 * dayMs

type Words = Pick<InboxWords, 'priceOf'>

/** The accounts that are or were subscribed, and the active ones. */
export const listWatches = async (db: Kysely<Database>, ownerId: number, words: Words): Promise<Watch[]> => {
  const watched = await stored(db, ownerId)
    .orderBy('inbox_watches.is_on', 'desc')
    .orderBy('inbox_watches.account_id')
    .limit(mostWatchesListed)
    .execute()
  const others = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('inbox_watches').select('account_id').whereRef('account_id', '=', 'accounts.id'))),
    )
    .orderBy('id')
    .limit(mostWatchesListed - watched.length)
    .execute()
  const stream = await readStream(db)
  return [
    ...watched.map((row) => toWatch(row, stream, words)),
    ...others.map(({ id, username }) => neverRead(id, username, words)),
  ]
}

/**
 * Switches the reading of an account's mentions on or off. A new start continues after the last reading.
 * @throws HttpProblem 404
 */
export const switchWatch = async (
  trx: Transaction<Database>,
  ownerId: number,
  accountId: number,
  on: boolean,
  words: Words,
): Promise<Watch> => {
  await trx
    .selectFrom('accounts')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow(() => notFound('Media agent'))
  const now = timestamp()
  const fresh = { next_at: now, written_at: now, ...nothingWrong }
  const switched = on
    ? ({ is_on: 1, ...fresh, switched_on_at: now } as const)
    : // A reading that is under way goes on to no further page.
      ({ is_on: 0, ...fresh, switched_on_at: null, lease_epoch: null, lease_until: null } as const)
  await trx
    .insertInto('inbox_watches')
    .values({ ...switched, account_id: accountId, owner_id: ownerId, by_stream: 0 })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(switched))
    .execute()
  return toWatch(
    await stored(trx, ownerId).where('inbox_watches.account_id', '=', accountId).executeTakeFirstOrThrow(),
    await readStream(trx),
    words,
  )
}

/** Switches on a subscription that was never switched; the operator's own choice stays. */
export const watchUnlessChosen = async (
  trx: Transaction<Database>,
  ownerId: number,
  accountIds: number[],
): Promise<void> => {
  if (accountIds.length === 0) return
  const now = timestamp()
  const fresh = { next_at: now, written_at: now, ...nothingWrong }
  const on = { owner_id: ownerId, is_on: 1, by_stream: 0, ...fresh, switched_on_at: now } as const
  await trx
    .insertInto('inbox_watches')
    .values(accountIds.map((account_id) => ({ ...on, account_id })))
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
}

const stored = (db: Kysely<Database>, ownerId: number) =>
  db
    .selectFrom('inbox_watches')
    .innerJoin('accounts', 'accounts.id', 'inbox_watches.account_id')
    .select([
      'inbox_watches.account_id',
      'inbox_watches.is_on',
      'inbox_watches.by_stream',
      'inbox_watches.stream_refused',
      'inbox_watches.last_read_at',
      'inbox_watches.paused',
      'inbox_watches.next_at',
      'accounts.username',
      'accounts.is_active',
      'accounts.inactive_reason',
    ])
    .select(({ selectFrom, fn }) =>
      selectFrom('mentions')
        .select(fn.countAll<number>().as('reads'))
        .whereRef('mentions.account_id', '=', 'inbox_watches.account_id')
        .where('mentions.received_at', '>', timestamp(Date.now() - weekMs))
        .as('reads'),
    )
    .select(({ selectFrom }) =>
      selectFrom('mentions')
        .select(sql<string | null>`min(received_at)`.as('first'))
        .whereRef('mentions.account_id', '=', 'inbox_watches.account_id')
        .where('mentions.received_at', '>', timestamp(Date.now() - weekMs))
        .as('first'),
    )
    .select(({ selectFrom }) =>
      selectFrom('holds')
        .select('reason')
        .where('scope', '=', readingScope(ownerId))
        .where('until', '>', timestamp())
        .as('without_budget'),
    )
    .where('inbox_watches.owner_id', '=', ownerId)

type Stored = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number]

const toWatch = (row: Stored, stream: Row<'activity_stream'> | undefined, { priceOf }: Words): Watch => {
  const reads = readsADay(row)
  const isByStream = row.is_on === 1 && row.by_stream === 1 && stream !== undefined && isConnected(stream, new Date())
  return {
    account_id: row.account_id,
    account_username: row.username,
    on: row.is_on === 1,
    by: isByStream ? 'stream' : 'polling',
    last_read_at: row.last_read_at,
    stream_refused: row.is_on === 1 && !isByStream ? (row.stream_refused ?? stream?.refused ?? null) : null,
    paused: row.is_on === 1 ? pausedWords(row) : null,
    reads_a_day: reads,
    price_a_day: priceOf(reads),
  }
}

const neverRead = (accountId: number, username: string, { priceOf }: Words): Watch => ({
  account_id: accountId,
  account_username: username,
  on: false,
  by: 'polling',
  last_read_at: null,
  stream_refused: null,
  paused: null,
  reads_a_day: assumedReads,
  price_a_day: priceOf(assumedReads),
})

/** The mean of the last seven days, or of fewer if there are fewer. */
const readsADay = ({ reads, first, last_read_at }: Stored): number => {
  if (last_read_at === null) return assumedReads
  const days = first === null ? 1 : Math.max(1, (Date.now() - Date.parse(first)) / dayMs)
  return Math.ceil(Number(reads) / days)
}

const pausedWords = ({ is_active, inactive_reason, without_budget, paused, next_at }: Stored): string | null => {
  if (is_active === 0) return inboxWords.agentInactive(inactive_reason ?? inboxWords.connectAgain)
  if (without_budget !== null) return inboxWords.cannotRead(without_budget)
  return paused === null ? null : inboxWords.resumesAt(paused, next_at.slice(11, 16))
}
