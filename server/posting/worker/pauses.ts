import type { Kysely } from 'kysely'
import { budgetScope, pausedScope } from '../../db/holdScopes'
import type { Database } from '../../db/schema'
import { timestamp } from '../../time/clock'
import { sentence } from '../../x/problems'
import * as words from '../words'

export interface Pause {
  by: 'app' | 'budget'
  scope: string
  until: string
  /** For the operator, with the next step. */
  why: string
}

/**
 * The reason why none of a task's queued items can be sent, by task, until the first one can: a used-up budget or
 * paused apps.
 * @param taskIds tasks of this operator with queued items
 */
export const pausesOf = async (
  db: Kysely<Database>,
  ownerId: number,
  taskIds: string[],
): Promise<Map<string, Pause>> => {
  if (taskIds.length === 0) return new Map()
  const pauses = await db
    .selectFrom('holds')
    .select(['scope', 'reason', 'until'])
    .where('until', '>', timestamp())
    .$narrowType<{ until: string }>()
    .where((eb) => eb.or([eb('scope', 'like', pausedScope('%')), eb('scope', '=', budgetScope(ownerId))]))
    .execute()
  if (pauses.length === 0) return new Map()
  const budget = pauses.find(({ scope }) => scope === budgetScope(ownerId))
  if (budget) {
    const pause: Pause = { ...budget, by: 'budget', why: budget.reason }
    return new Map(taskIds.map((id) => [id, pause]))
  }
  const waiting = await db
    .selectFrom('task_items')
    .innerJoin('accounts', 'accounts.id', 'task_items.account_id')
    .select(['task_items.task_id', 'accounts.x_app'])
    .distinct()
    .where('task_items.task_id', 'in', taskIds)
    .where('task_items.state', '=', 'queued')
    .execute()
  const pauseOf = ({ x_app }: (typeof waiting)[number]): Pause | undefined => {
    const pause = pauses.find(({ scope }) => scope === pausedScope(x_app))
    if (!pause) return undefined
    return { ...pause, by: 'app', why: words.appPaused(sentence(pause.reason)) }
  }
  const paused = new Map<string, Pause>()
  const going = new Set<string>()
  for (const each of waiting) {
    const pause = pauseOf(each)
    const known = paused.get(each.task_id)
    if (!pause) going.add(each.task_id)
    else if (!known || pause.until < known.until) paused.set(each.task_id, pause)
  }
  for (const taskId of going) paused.delete(taskId)
  return paused
}

/**
 * The next end of any hold or of the wait of one of the operator's queued items, in milliseconds since 1970; undefined
 * without a future end.
 */
export const nextHoldEnd = async (db: Kysely<Database>, ownerId: number): Promise<number | undefined> => {
  const now = timestamp()
  const { until, next_at } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('holds')
        .select(({ fn }) => fn.min('until').as('until'))
        .where('until', '>', now)
        .as('until'),
      selectFrom('task_items')
        .select(({ fn }) => fn.min('next_at').as('next_at'))
        .where('state', '=', 'queued')
        .where('owner_id', '=', ownerId)
        .where('next_at', '>', now)
        .as('next_at'),
    ])
    .executeTakeFirstOrThrow()
  const [first] = [until, next_at].filter((end) => end !== null).toSorted()
  return first === undefined ? undefined : Date.parse(first)
}
