import { type Kysely, sql } from 'kysely'
import type { DayTotal, Spending, TaskSpending, Total } from '../../src/schemas/usage/money'
import type { Database } from '../db/schema'
import { notFound } from '../problems'
import { dayOf, daysBefore, timestamp } from '../time/clock'
import type { Money } from './budgets.store'
import { shownDays, sums } from './charges.store'
import { readTaskModelSpending } from './modelSpending.store'
import { ownBudget } from './ownBudgets.store'

/** The cost of the operator's calls to X, by day. */
export const readSpending = async (
  db: Kysely<Database>,
  ownerId: number,
  { card, ceiling }: Money,
  now: Date,
): Promise<Spending> => {
  const today = dayOf(timestamp(now))
  const rows = await db
    .selectFrom('charges')
    .select(['day', sql<number>`case when path = 'tweets' then 1 else 0 end`.as('is_reply')])
    .select(sums)
    .where('owner_id', '=', ownerId)
    .where('day', '>', daysBefore(now, shownDays))
    .groupBy(['day', 'is_reply'])
    .orderBy('day', 'desc')
    .execute()
  const days = [...new Set(rows.map(({ day }) => day))].map((day) => {
    const of = (isReply: number) => totalOf(rows.find((row) => row.day === day && Number(row.is_reply) === isReply))
    const [replies, reads] = [of(1), of(0)]
    return { day, ...added(replies, reads), replies, reads }
  })
  return {
    prices: card.prices,
    as_of: card.asOf,
    source: card.source,
    budget: { daily: await ownBudget(db, { table: 'budgets', ownerId }), ceiling },
    today: days.find(({ day }) => day === today) ?? emptyDay(today),
    days,
  }
}

/** The cost of a task's requests and of writing its replies. @throws HttpProblem 404 */
export const readTaskSpending = async (
  db: Kysely<Database>,
  ownerId: number,
  taskId: string,
): Promise<TaskSpending> => {
  await db
    .selectFrom('tasks')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow(() => notFound('Task'))
  const sent = await db.selectFrom('charges').select(sums).where('task_id', '=', taskId).executeTakeFirst()
  return { ...totalOf(sent), models: await readTaskModelSpending(db, taskId) }
}

const none: Total = { charged: 0, open: 0, unpriced: 0 }

/** The database may return sums as texts. */
const totalOf = (row: Total | undefined): Total =>
  row ? { charged: Number(row.charged), open: Number(row.open), unpriced: Number(row.unpriced) } : none

const added = (one: Total, other: Total): Total => ({
  charged: one.charged + other.charged,
  open: one.open + other.open,
  unpriced: one.unpriced + other.unpriced,
})

const emptyDay = (day: string): DayTotal => ({ day, ...none })
