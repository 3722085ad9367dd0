import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { NewAnswer, Treatment } from '../../../src/schemas/security/newAnswers'
import type { Database } from '../../db/schema'
import { patternOf } from '../../x/problems'

/** The list must stay short enough for a person to read. */
const mostListed = 200

interface Said {
  words: string
  treatment: Treatment
  /** The account's username, which X's sentence may contain. */
  username: string
}

export const noteNewAnswer = async (
  trx: Transaction<Database>,
  { words, treatment, username }: Said,
  now: string,
): Promise<{ id: string; pattern: string; timesToday: number }> => {
  const pattern = patternOf(words, username)
  const id = createHash('sha256').update(pattern.toLowerCase()).digest('hex').slice(0, 32)
  const day = now.slice(0, 10)
  const { times, times_today } = await trx
    .insertInto('new_answers')
    .values({ id, words: pattern, treatment, times: 1, day, times_today: 1, first_at: now, last_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        treatment,
        times: sql<number>`new_answers.times + 1`,
        times_today: sql<number>`case when new_answers.day = ${day} then new_answers.times_today + 1 else 1 end`,
        day,
        last_at: now,
      }),
    )
    .returning(['times', 'times_today'])
    .executeTakeFirstOrThrow()
  if (Number(times) === 1) await forgetOldest(trx)
  return { id, pattern, timesToday: Number(times_today) }
}

const forgetOldest = async (trx: Transaction<Database>): Promise<void> => {
  const old = await trx
    .selectFrom('new_answers')
    .select('id')
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .offset(mostListed)
    .limit(mostListed)
    .execute()
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  await trx.deleteFrom('new_answers').where('id', 'in', ids).execute()
}

/** X refuses the app itself if it refused this many of its accounts. */
const accountsOfApp = 3

interface RefusedOne {
  answerId: string
  app: string
  accountId: number
  attemptId: number
}

/**
 * Stores that X refused, with this sentence, a reply that its rule allows.
 * @returns whether X did so to three accounts of the app and has accepted no reply of the app since
 */
export const refusedOfThree = async (
  trx: Transaction<Database>,
  { answerId, app, accountId, attemptId }: RefusedOne,
): Promise<boolean> => {
  if (app === '') return false
  await trx
    .insertInto('new_answer_refusals')
    .values({ answer_id: answerId, app, account_id: accountId, attempt_id: attemptId })
    .onConflict((conflict) =>
      conflict.columns(['answer_id', 'app', 'account_id']).doUpdateSet({ attempt_id: attemptId }),
    )
    .execute()
  const refused = () => trx.selectFrom('new_answer_refusals').where('answer_id', '=', answerId).where('app', '=', app)
  const accepted = await trx
    .selectFrom('attempts')
    .innerJoin('task_items', 'task_items.id', 'attempts.item_id')
    .innerJoin('accounts', 'accounts.id', 'task_items.account_id')
    .select('attempts.id')
    .where(
      'attempts.id',
      '>',
      refused().select(({ fn }) => fn.min('attempt_id').as('first')),
    )
    .where('attempts.outcome', '=', 'done')
    .where('accounts.x_app', '=', app)
    .orderBy('attempts.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { accounts } = await refused()
    .where('attempt_id', '>', accepted?.id ?? 0)
    .select(({ fn }) => fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow()
  return Number(accounts) >= accountsOfApp
}

export const noteHeld = async (trx: Transaction<Database>, id: string): Promise<void> => {
  await trx
    .updateTable('new_answers')
    .set({ treatment: 'app_held' satisfies Treatment })
    .where('id', '=', id)
    .execute()
}

/** Newest first. */
export const listNewAnswers = async (db: Kysely<Database>): Promise<NewAnswer[]> => {
  const rows = await db
    .selectFrom('new_answers')
    .select(['id', 'words', 'treatment', 'times', 'first_at', 'last_at'])
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute()
  return rows.map((row) => ({ ...row, times: Number(row.times) }))
}
