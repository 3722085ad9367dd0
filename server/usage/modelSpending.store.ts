import { type Kysely, sql } from 'kysely'
import type { ModelSpending } from '../../src/schemas/characters/models'
import type { ModelTotal } from '../../src/schemas/usage/money'
import type { Database } from '../db/schema'
import { tokenPriceOf } from '../models/prices'
import type { Models } from '../models/types'
import { dayOf, daysBefore, timestamp } from '../time/clock'
import { shownDays } from './charges.store'
import type { ModelMoney } from './modelCalls.store'
import { ownBudget } from './ownBudgets.store'

/** The cost of the operator's model calls, by day and by model. */
export const readModelSpending = async (
  db: Kysely<Database>,
  ownerId: number,
  { card, ceiling }: ModelMoney,
  { now, ownerOf }: Pick<Models, 'ownerOf'> & { now: Date },
): Promise<ModelSpending> => {
  const today = dayOf(timestamp(now))
  const rows = db
    .selectFrom('model_calls')
    .select(sums)
    .where('owner_id', '=', ownerId)
    .where('day', '>', daysBefore(now, shownDays))
  const byDay = await rows.select('day').groupBy('day').orderBy('day', 'desc').execute()
  const byModel = await rows
    .select(['provider', 'model'])
    .groupBy(['provider', 'model'])
    .orderBy(sql`sum(input_tokens + output_tokens)`, 'desc')
    .execute()
  const byCharacter = await rows.select('role_id').groupBy('role_id').execute()
  const characters = await db
    .selectFrom('roles')
    .select(['id', 'name', 'model_name'])
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute()
  const days = byDay.map((row) => ({ day: row.day, ...totalOf(row) }))
  return {
    prices: [...card.prices].map(([model, price]) => ({ model, ...price })),
    as_of: card.asOf,
    source: card.source,
    budget: { daily: await ownBudget(db, { table: 'model_budgets', ownerId }), ceiling },
    today: days.find(({ day }) => day === today) ?? { day: today, ...none },
    days,
    models: byModel.map((row) => ({ provider: row.provider, model: row.model, ...totalOf(row) })),
    characters: characters.map(({ id, name, model_name }) => {
      const owner = ownerOf(model_name)
      const spent = byCharacter.find(({ role_id }) => role_id === id)
      return {
        role_id: id,
        name,
        model: model_name,
        context_tokens: owner?.context_tokens ?? null,
        price: (owner && tokenPriceOf(card, owner.provider, owner.model)) ?? null,
        ...(spent ? totalOf(spent) : none),
      }
    }),
  }
}

/** The cost of the calls that wrote a task's replies, including their unused drafts. */
export const readTaskModelSpending = async (db: Kysely<Database>, taskId: string): Promise<ModelTotal> =>
  totalOf(
    await db
      .selectFrom('model_calls')
      .select(sums)
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('task_items')
          .innerJoin('replies', 'replies.id', 'task_items.reply_id')
          .select('replies.call_id')
          .where('task_items.task_id', '=', taskId)
          .where('replies.call_id', 'is not', null)
          .$castTo<{ call_id: number }>(),
      )
      .executeTakeFirstOrThrow(),
  )

const sums = [
  sql<number>`count(*)`.as('calls'),
  sql<number>`coalesce(sum(input_tokens), 0)`.as('input_tokens'),
  sql<number>`coalesce(sum(output_tokens), 0)`.as('output_tokens'),
  sql<number>`coalesce(max(is_estimated), 0)`.as('is_estimated'),
  sql<number>`coalesce(sum(micros), 0)`.as('charged'),
  sql<number>`coalesce(sum(case when micros is null then 1 else 0 end), 0)`.as('unpriced'),
]

/** The database may return sums as texts. */
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
