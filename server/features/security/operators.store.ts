import { type Kysely, sql, type Transaction } from 'kysely'
import type { OperatorEntry } from '../../../src/schemas/operators'
import { timestamp } from '../../clock'
import { isPostgres } from '../../db/dialect'
import { keepNewestAttempt } from '../../db/newestAttempt'
import type { Database, Row } from '../../db/schema'
import { takeTurns } from '../../db/takeTurns'
import { conflict, notFound } from '../../problems'
import * as words from '../../security/words'
import { noteEnded, type SessionMark } from '../session/sessionMark.store'
import { endSessions } from '../session/sessions.store'

const entries = (db: Kysely<Database>) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'is_admin', 'created_at', 'disabled_at'])
    .select(({ selectFrom }) =>
      selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select(sql<string | null>`max(last_used_at)`.as('at'))
        .as('last_used_at'),
    )
    .select(({ selectFrom }) =>
      selectFrom('second_factors')
        .whereRef('second_factors.user_id', '=', 'users.id')
        .select('enrolled_at')
        .as('second_factor_at'),
    )
    .select(({ selectFrom, fn }) =>
      selectFrom('passkeys')
        .whereRef('passkeys.user_id', '=', 'users.id')
        .select(fn.countAll().as('count'))
        .as('passkeys'),
    )

type Entry = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

const toEntry = ({ is_admin, second_factor_at, passkeys, ...entry }: Entry): OperatorEntry => ({
  ...entry,
  is_admin: is_admin === 1,
  has_second_factor: second_factor_at !== null || Number(passkeys) > 0,
})

export const listOperators = async (db: Kysely<Database>): Promise<OperatorEntry[]> =>
  (await entries(db).orderBy('id').execute()).map(toEntry)

const getOperator = async (db: Kysely<Database>, id: number): Promise<OperatorEntry> =>
  toEntry(await entries(db).where('users.id', '=', id).executeTakeFirstOrThrow(missing))

/**
 * A disabled operator's sessions end, and nothing of his is sent until he is let in again. @throws HttpProblem 404
 */
export const setDisabled = async (
  trx: Transaction<Database>,
  mark: SessionMark,
  id: number,
  disabled: boolean,
): Promise<OperatorEntry> => {
  await trx
    .updateTable('users')
    .set({ disabled_at: disabled ? timestamp() : null })
    .where('id', '=', id)
    .execute()
  if (disabled) await endSessions(trx, mark, id)
  return getOperator(trx, id)
}

/** Their links end with the right to make them. @throws HttpProblem 404 */
export const setAdministrator = async (
  trx: Transaction<Database>,
  mark: SessionMark,
  id: number,
  isAdmin: boolean,
): Promise<OperatorEntry> => {
  await trx
    .updateTable('users')
    .set({ is_admin: isAdmin ? 1 : 0 })
    .where('id', '=', id)
    .execute()
  if (!isAdmin) {
    const ended = await trx.deleteFrom('passes').where('issuer_id', '=', id).returning('id').execute()
    if (ended.length > 0) await noteEnded(trx, mark)
  }
  return getOperator(trx, id)
}

/** Of two administrators who end each other's rights at once, one is told that nobody would be left. */
export const lockAdministrators = (trx: Transaction<Database>): Promise<void> => takeTurns(trx, 'administrators')

/** @throws HttpProblem 409 where nobody could manage operators any more */
export const assertAdministrators = async (trx: Transaction<Database>): Promise<void> => {
  const left = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!left) throw conflict(words.lastAdministrator)
}

/** As many as are read at once. */
const pageSize = 100

/** The operator's accounts that have a pair of OAuth 2.0, of which X has to be told when they go. */
export async function* connectedAccounts(trx: Transaction<Database>, ownerId: number): AsyncGenerator<Row<'accounts'>> {
  for (let after = 0; ; ) {
    const page = await trx
      .selectFrom('accounts')
      .innerJoin('x_tokens', 'x_tokens.account_id', 'accounts.id')
      .selectAll('accounts')
      .where('accounts.owner_id', '=', ownerId)
      .where('accounts.id', '>', after)
      .orderBy('accounts.id')
      .limit(pageSize)
      .execute()
    yield* page
    after = page.at(-1)?.id ?? after
    if (page.length < pageSize) return
  }
}

/**
 * Deletes a disabled operator with all that is his; his lines of the audit trail stay, without an owner, and the number of
 * the newest attempt, by which a restored backup is noticed.
 *
 * @throws HttpProblem 404; 409 while he is not disabled, or a reply of his is on its way to X
 */
export const deleteOperator = async (trx: Transaction<Database>, id: number): Promise<OperatorEntry> => {
  const operator = await getOperator(trx, id)
  if (operator.disabled_at === null) throw conflict(words.disableFirst)
  // Stronger than `lockUser`: a claim that is under way refers to the operator in what it books, and ends first, or fails.
  if (isPostgres(trx)) await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  const onItsWay = await trx
    .selectFrom('task_items')
    .select('id')
    .where('owner_id', '=', id)
    .where('state', '=', 'posting')
    .limit(1)
    .executeTakeFirst()
  if (onItsWay) throw conflict(words.replyUnderWay)
  await keepNewestAttempt(trx)
  await trx.deleteFrom('users').where('id', '=', id).execute()
  return operator
}

const missing = () => notFound('Operator')
