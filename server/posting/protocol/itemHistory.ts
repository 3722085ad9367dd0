import type { Kysely } from 'kysely'
import type { ItemHistory } from '../../../src/schemas/history/tasks'
import type { Database } from '../../db/schema'
import { notFound } from '../../problems'
import { type ItemRow, statesAfter, stateText } from './item'
import type { ItemEvent } from './itemEvents'

/** The events of an item, each with the state after it. @throws HttpProblem 404 */
export const readHistory = async (
  db: Kysely<Database>,
  ownerId: number,
  taskId: string,
  itemId: number,
): Promise<ItemHistory> => {
  const item = await db
    .selectFrom('task_items')
    .selectAll()
    .where('id', '=', itemId)
    .where('task_id', '=', taskId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow(() => notFound('Item'))
  const rows = await db.selectFrom('item_events').selectAll().where('item_id', '=', itemId).orderBy('id').execute()
  const steps = rows.map(({ at, event, state }) => ({ at, event: JSON.parse(event), state }))
  return { created_at: item.created_at, is_whole: isWhole(item, steps), steps }
}

/** Whether the events lead through the stored states to the item's present state. */
const isWhole = (item: ItemRow, steps: { event: ItemEvent; state: string }[]): boolean => {
  const states = statesAfter(steps.map(({ event }) => event))
  return steps.every(({ state }, index) => state === states[index]) && (states.at(-1) ?? 'queued') === stateText(item)
}
