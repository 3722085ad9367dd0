import type { CancelBody } from '../../src/schemas/tasks'
import { timestamp } from '../clock'
import { audit } from '../db/audit'
import { isPostgres } from '../db/turns'
import { conflict } from '../problems'
import { apply, takes } from './item'
import { type Store, writing } from './store'

const event = { type: 'item.cancel' } as const

/**
 * Ends what has not left: one item, or all of its task that wait. One transaction, which is before or after each claim, so
 * that what is cancelled is never sent. What is being sent, or was in doubt once, is left as it is. Leaves an audit row.
 *
 * @throws HttpProblem 409 where nothing waits any more.
 */
export const cancel = (
  store: Store,
  { ownerId, taskId, itemId }: { ownerId: number; taskId: string; itemId: number },
  { action }: CancelBody,
): Promise<void> =>
  writing(store, async (trx) => {
    const now = timestamp(store.clock())
    const queued = await trx
      .selectFrom('task_items')
      .selectAll()
      .where('task_id', '=', taskId)
      .where('state', '=', 'queued')
      .$if(action === 'cancel', (query) => query.where('id', '=', itemId))
      .orderBy('id')
      .$if(isPostgres(trx), (query) => query.forUpdate())
      .execute()
    const waiting = queued.filter((item) => takes(item, event))
    if (waiting.length === 0) throw conflict(action === 'cancel' ? gone : allGone)
    for (const item of waiting) await apply(trx, item, event, now)
    const subject = action === 'cancel' ? `${taskId}/${itemId}` : taskId
    await audit(trx, ownerId, `item.${action}`, subject, `${waiting.length} items`)
  })

const gone = 'This item does not wait to be sent any more: it cannot be cancelled.'
const allGone = 'Nothing in this task waits to be sent any more.'
