import type { Transaction } from 'kysely'
import { counted } from '../../../src/schemas/counted'
import { nothingWaits } from '../../../src/schemas/history/history.words'
import { type CancelBody, undoMs } from '../../../src/schemas/history/tasks'
import { isPostgres } from '../../db/dialect'
import type { Database, Row } from '../../db/schema'
import { audit } from '../../db/trail/audit'
import { conflict } from '../../problems'
import { later, timestamp } from '../../time/clock'
import { apply, takes } from '../protocol/item'
import { type Store, writing } from '../store'
import * as words from '../words'

const event = { type: 'item.cancel' } as const

/** The next send then chooses the same account again, unless another send has used the account. */
const returnTurn = async (
  trx: Transaction<Database>,
  { account_id, created_at, used_before }: Row<'task_items'>,
): Promise<void> => {
  if (account_id === null) return
  await trx
    .updateTable('accounts')
    .set({ last_used_at: used_before })
    .where('id', '=', account_id)
    .where('last_used_at', '=', created_at)
    .execute()
}

/**
 * Cancels one item, or all waiting items of a task. If a whole task is cancelled within a minute and nothing was sent,
 * its manual items are cancelled too. The transaction precedes or follows each claim, so a cancelled item is never
 * sent. An item that is being sent or whose outcome was unknown does not change. Adds an audit line.
 * @throws HttpProblem 409 if nothing waits any more
 */
export const cancel = (
  store: Store,
  { ownerId, taskId, itemId }: { ownerId: number; taskId: string; itemId: number },
  { action }: CancelBody,
): Promise<void> =>
  writing(store, async (trx) => {
    const now = timestamp(store.clock())
    const since = timestamp(later(store.clock(), -undoMs))
    const items = await trx
      .selectFrom('task_items')
      .selectAll()
      .where('task_id', '=', taskId)
      .$if(action !== 'take_back', (query) => query.where('state', '=', 'queued'))
      .$if(action === 'cancel', (query) => query.where('id', '=', itemId))
      .orderBy('id')
      .$if(isPostgres(trx), (query) => query.forUpdate())
      .execute()
    const unsent = items.filter((item) => takes(item, event))
    const queued = unsent.filter(({ state }) => state === 'queued')
    const isWhole = unsent.length === items.length && items.every(({ created_at }) => created_at > since)
    const waiting = isWhole && queued.length > 0 ? unsent : queued
    if (waiting.length === 0) throw conflict(action === 'cancel' ? words.itemNotQueued : nothingWaits)
    for (const item of waiting) {
      await apply(trx, item, event, now)
      await returnTurn(trx, item)
    }
    const subject = action === 'cancel' ? `${taskId}/${itemId}` : taskId
    await audit(trx, ownerId, `item.${action}`, subject, counted(waiting.length, 'item'))
  })
