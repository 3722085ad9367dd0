import { nothingWaits } from '../../../src/schemas/history.words'
import { type CancelBody, takenBackWithin } from '../../../src/schemas/tasks'
import { later, timestamp } from '../../clock'
import { audit } from '../../db/audit'
import { isPostgres } from '../../db/dialect'
import { conflict } from '../../problems'
import { apply, takes } from '../protocol/item'
import { type Store, writing } from '../store'
import * as words from '../words'

const event = { type: 'item.cancel' } as const

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
    const since = timestamp(later(store.clock(), -takenBackWithin))
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
    for (const item of waiting) await apply(trx, item, event, now)
    const subject = action === 'cancel' ? `${taskId}/${itemId}` : taskId
    await audit(trx, ownerId, `item.${action}`, subject, `${waiting.length} items`)
  })
