import { type Kysely, sql, type Transaction } from 'kysely'
import type { ModelSpending, ModelTotal } from '../../src/schemas/models'
import type { Price } from '../../src/schemas/money'
import { timestamp } from '../clock'
import type { Database } from '../db/schema'
import { dayOf } from './charges'
import type { ModelMoney } from './modelCalls'

const shownDays = 30
const dayMs = 24 * 3_600_000

/** What the operator's calls of models came to, by day and by model. */
export const readModelSpending = async (
  db: Kysely<Database>,
  ownerId: number,
  { card, ceiling }: ModelMoney,
  now: Date,
): Promise<ModelSpending> => {
  const today = dayOf(timestamp(now))
  const rows = db
    .selectFrom('model_calls')
    .select(sums)
    .where('owner_id', '=', ownerId)
    .where('day', '>', dayOf(timestamp(now.getTime() - shownDays * dayMs)))
  const byDay = await rows.select('day').groupBy('day').orderBy('day', 'desc').execute()
  const byModel = await rows
    .select(['provider', 'model'])
    .groupBy(['provider', 'model'])
    .orderBy(sql`sum(input_tokens + output_tokens)`, 'desc')
    .execute()
  const days = byDay.map((row) => ({ day: row.day, ...totalOf(row) }))
  return {
    prices: [...card.prices].map(([model, price]) => ({ model, ...price })),
    as_of: card.asOf,
    source: card.source,
    budget: { daily: await ownModelBudget(db, ownerId), ceiling },
    today: days.find(({ day }) => day === today) ?? { day: today, ...none },
    days,
    models: byModel.map((row) => ({ provider: row.provider, model: row.model, ...totalOf(row) })),
  }
}

const sums = [
  sql<number>`count(*)`.as('calls'),
  sql<number>`sum(input_tokens)`.as('input_tokens'),
  sql<number>`sum(output_tokens)`.as('output_tokens'),
  sql<number>`max(is_estimated)`.as('is_estimated'),
  sql<number>`coalesce(sum(micros), 0)`.as('charged'),
  sql<number>`sum(case when micros is null then 1 else 0 end)`.as('unpriced'),
]

/** Sums may come as other kinds of numbers. */
const totalOf = (
  row: Record<Exclude<keyof ModelTotal, 'is_estimated'>, number> & { is_estimated: number },
): ModelTotal => ({
  calls: Number(row.calls),
  input_tokens: Number(row.input_tokens),
  output_tokens: Number(row.output_tokens),
  is_estimated: Number(row.is_estimated) === 1,
  charged: Number(row.charged),
  unpriced: Number(row.unpriced),
})

const none: ModelTotal = { calls: 0, input_tokens: 0, output_tokens: 0, is_estimated: false, charged: 0, unpriced: 0 }

const ownModelBudget = async (db: Kysely<Database>, ownerId: number): Promise<Price> => {
  const row = await db
    .selectFrom('model_budgets')
    .select('daily_micros')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row?.daily_micros ?? null
}

export const setModelBudget = async (trx: Transaction<Database>, ownerId: number, daily: Price): Promise<void> => {
  if (daily === null) {
    await trx.deleteFrom('model_budgets').where('owner_id', '=', ownerId).execute()
    return
  }
  await trx
    .insertInto('model_budgets')
    .values({ owner_id: ownerId, daily_micros: daily })
    .onConflict((each) => each.column('owner_id').doUpdateSet({ daily_micros: daily }))
    .execute()
}
