import { type Kysely, sql, type Transaction } from 'kysely'
import type { OperatorEntry } from '../../../src/schemas/security/operators'
import { isPostgres } from '../../db/dialect'
import { keepNewestAttempt, noteEnded } from '../../db/generation'
import type { Database, Row } from '../../db/schema'
import { serialise } from '../../db/serialise'
import { conflict, notFound } from '../../problems'
import * as words from '../../security/words'
import { timestamp } from '../../time/clock'
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
 * The sessions of a disabled operator end, and nothing of theirs is sent until they are re-enabled.
 * @throws HttpProblem 404
 */
export const setDisabled = async (
  trx: Transaction<Database>,
  id: number,
  disabled: boolean,
): Promise<OperatorEntry> => {
  await trx
    .updateTable('users')
    .set({ disabled_at: disabled ? timestamp() : null })
    .where('id', '=', id)
    .execute()
  if (disabled) await endSessions(trx, id)
  return getOperator(trx, id)
}

/** The links of an administrator end with their right to make links. @throws HttpProblem 404 */
export const setAdministrator = async (
  trx: Transaction<Database>,
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
    if (ended.length > 0) await noteEnded(trx)
  }
  return getOperator(trx, id)
}

/**
 * If two administrators remove each other's rights at the same time, the second call is refused, because no
 * administrator would be left.
 */
export const lockAdministrators = (trx: Transaction<Database>): Promise<void> => serialise(trx, 'administrators')

/** @throws HttpProblem 409 if no operator could manage operators any more */
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

const pageSize = 100

/** The operator's accounts with OAuth 2.0 tokens, which must be revoked at X. */
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
 * Deletes a disabled operator with everything that belongs to them. Their audit lines stay without an owner, and so
 * does the number of the newest attempt, which detects a restored backup.
 * @throws HttpProblem 404; 409 while they are not disabled, or a reply of theirs is being sent
 */
export const deleteOperator = async (trx: Transaction<Database>, id: number): Promise<OperatorEntry> => {
  const operator = await getOperator(trx, id)
  if (operator.disabled_at === null) throw conflict(words.disableFirst)
  // Stronger than `lockUser`: a claim in progress refers to the operator in its ledger row, and ends first or fails.
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
