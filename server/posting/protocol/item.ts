import type { Transaction } from 'kysely'
import { initialTransition, transition } from 'xstate'
import { executeAll, inOneStatement, type Writes } from '../../db/inOneStatement'
import type { Database, Row, RowPatch } from '../../db/schema'
import { settleItem } from '../../usage/charges.store'
import type { ItemContext, ItemEvent } from './itemEvents'
import { type ItemState, type ItemValue, itemMachine } from './itemMachine'

export type ItemRow = Row<'task_items'>

const contextOf = (row: ItemRow): ItemContext => ({
  attempts: row.attempts,
  cleanReads: row.clean_reads,
  failedReads: row.failed_reads,
  resends: row.resends,
  nextAt: row.next_at,
  error: row.error,
  nextStep: row.next_step,
  restoredAt: row.restored_at,
  postId: row.reply_tweet_id,
  manualSince: row.handed_over_at,
  openedAt: row.opened_at,
})

const columnsOf = ({ value, context }: { value: ItemValue; context: ItemContext }) => ({
  state: stateOf(value),
  attempts: context.attempts,
  clean_reads: context.cleanReads,
  failed_reads: context.failedReads,
  resends: context.resends,
  next_at: context.nextAt,
  error: context.error,
  next_step: context.nextStep,
  can_retry: flag(isRetryable(value)),
  restored_at: context.restoredAt,
  reply_tweet_id: context.postId,
  handed_over_at: context.manualSince,
  opened_at: context.openedAt,
})

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

const chartValueOf = ({ state, can_retry }: Columns): ItemValue =>
  state === 'failed' ? { failed: can_retry === 1 ? 'retryable' : 'final' } : state

const stateOf = (value: ItemValue): ItemState => (typeof value === 'string' ? value : 'failed')

const isRetryable = (value: ItemValue): boolean => typeof value !== 'string' && value.failed === 'retryable'

const snapshotOf = (row: ItemRow) => itemMachine.resolveState({ value: chartValueOf(row), context: contextOf(row) })

/**
 * Whether the statechart accepts the event in the item's present state. An event that it does not accept changes
 * nothing.
 */
export const takes = (row: ItemRow, event: ItemEvent): boolean => snapshotOf(row).can(event)

/** The columns after the event; undefined if the statechart does not accept it. */
export const evaluate = (
  row: ItemRow,
  event: ItemEvent,
): (RowPatch<'task_items'> & ReturnType<typeof columnsOf>) | undefined => {
  const snapshot = snapshotOf(row)
  if (!snapshot.can(event)) return undefined
  const [next] = transition(itemMachine, snapshot, event)
  return columnsOf(next)
}

const [initial] = initialTransition(itemMachine)

/** The columns of a new item that can be claimed from `at` on, or of a manual item. */
export const initialColumns = (at: string, manualEvent?: ItemEvent) => {
  if (!manualEvent) return columnsOf({ value: initial.value, context: { ...initial.context, nextAt: at } })
  const [manual] = transition(itemMachine, initial, manualEvent)
  return columnsOf(manual)
}

type Columns = Pick<ReturnType<typeof columnsOf>, 'state' | 'can_retry'>

/** The item's state in the chart, for example `failed.retryable`. */
export const stateText = (columns: Columns): string => textOf(chartValueOf(columns))

const textOf = (value: ItemValue): string => (typeof value === 'string' ? value : `failed.${value.failed}`)

/** The state after each event, from the chart's beginning. An event that the chart does not accept changes nothing. */
export const statesAfter = (events: ItemEvent[]): string[] => {
  let snapshot = initial
  return events.map((event) => {
    ;[snapshot] = transition(itemMachine, snapshot, event)
    return textOf(snapshot.value)
  })
}

export const eventRow = (itemId: number, event: ItemEvent, columns: Columns, now: string) => ({
  item_id: itemId,
  at: now,
  event: JSON.stringify(event),
  state: stateText(columns),
})

/** The new holder of the item's lease. */
export interface Lease {
  epoch: string
  until: string
}

interface Beside {
  /** Writes in other tables, which happen even if the statechart does not accept the event. */
  writes?: Writes
  /** True if no charge of the item is open, apart from those that `writes` settles. */
  isSettled?: boolean
}

/**
 * The row after the event, and the writes that store it: the row with its lease, and the event in the item's history.
 * @param row read in this transaction
 * @returns undefined if the statechart does not accept the event.
 */
export const changeBy = (trx: Transaction<Database>, row: ItemRow, event: ItemEvent, now: string, lease?: Lease) => {
  const next = evaluate(row, event)
  if (!next) return undefined
  const changed = { ...next, lease_epoch: lease?.epoch ?? null, lease_until: lease?.until ?? null, updated_at: now }
  return {
    item: { ...row, ...changed },
    noted: trx.insertInto('item_events').values(eventRow(row.id, event, next, now)),
    update: trx.updateTable('task_items').set(changed).where('id', '=', row.id),
  }
}

/** Stores the row after the event, which frees the item. @returns as `changeBy` does. */
export const apply = async (
  trx: Transaction<Database>,
  row: ItemRow,
  event: ItemEvent,
  now: string,
  { writes = {}, isSettled = false }: Beside = {},
): Promise<ItemRow | undefined> => {
  const next = changeBy(trx, row, event, now)
  if (!next) {
    await executeAll(writes)
    return undefined
  }
  const { state } = next.item
  // An operator who gives up does not know whether X has the reply.
  if (!isSettled && (state === 'completed' || (state === 'failed' && event.type !== 'review.giveUp'))) {
    await settleItem(trx, row, state === 'completed', now)
  }
  await inOneStatement(trx, { ...writes, noted: next.noted }, next.update)
  return next.item
}
