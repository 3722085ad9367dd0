import type { Kysely } from 'kysely'
import { priceOfReading } from '../../../src/schemas/usage/money'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'
import { messageOf } from '../../messageOf'
import { quietly } from '../../quietly'
import { hourMs, later, latest, minuteMs } from '../../time/clock'
import { exceeded } from '../../usage/budgets.store'
import { type EventType, eventTypes, type Subscription } from '../../x/activity'
import { opensAt } from '../../x/limits'
import { sentence } from '../../x/problems'
import { XError } from '../../x/types'
import { leaveToPolling, setByStream } from './streamLease'
import type { StreamDeps } from './types'

/** The waits after X refused a subscription, and between two reads of all subscriptions. */
const refusedMs = hourMs
const relistMs = hourMs

export interface Followed {
  account: Row<'accounts'>
  userId: string
}

/** The subscribed accounts that the app's stream can report: connected by consent through that app. */
export const listFollowed = async (db: Kysely<Database>, app: string): Promise<Followed[]> => {
  const accounts = await db
    .selectFrom('inbox_watches')
    .innerJoin('accounts', 'accounts.id', 'inbox_watches.account_id')
    .innerJoin('x_tokens', 'x_tokens.account_id', 'inbox_watches.account_id')
    .innerJoin('users', 'users.id', 'inbox_watches.owner_id')
    .selectAll('accounts')
    .where('inbox_watches.is_on', '=', 1)
    .where('accounts.is_active', '=', 1)
    .where('accounts.x_app', '=', app)
    .where('x_tokens.client', '=', 'server')
    .where('x_tokens.generation', '>', 0)
    .where('users.disabled_at', 'is', null)
    .orderBy('inbox_watches.account_id')
    .execute()
  return accounts.flatMap((account) => (account.x_user_id === null ? [] : { account, userId: account.x_user_id }))
}

/** The subscriptions of one connection at X, kept equal to the operators' wishes. */
export interface Following {
  /**
   * Reads the operators' subscriptions. Before the first call, no event concerns anybody.
   * @returns whether there are any
   */
  refresh(): Promise<boolean>
  /** Subscribes and unsubscribes at X after changes. @returns whether any subscription is left */
  reconcile(): Promise<boolean>
  /** The accounts that an event about this user concerns. */
  of(userId: string): readonly Followed[]
}

const types = Object.keys(eventTypes) as EventType[]
const keyOf = ({ eventType, userId }: Pick<Subscription, 'eventType' | 'userId'>) => `${eventType} ${userId}`

export const createFollowing = (deps: StreamDeps, tag: string, isRunning: () => boolean): Following => {
  const { db, activity, clock, log, money, paceMs } = deps
  /** Our subscriptions at X, as far as they are known. */
  let known = new Map<string, Subscription>()
  let listedAt = 0
  /** X accepts no new subscriptions before this time. */
  let opensAtMs = 0
  /** When each refused account is tried again. */
  const after = new Map<number, number>()
  const subscribed = new Set<number>()
  let followed: Followed[] = []

  const nowMs = () => clock().getTime()

  const relist = async () => {
    try {
      const listed = await activity.list()
      const without = [...known.values()].filter(({ id }) => id === undefined)
      known = new Map([...without, ...listed].map((each) => [keyOf(each), each]))
    } catch (error) {
      // Subscribing again finds the subscriptions that exist.
      log.warn({ reason: messageOf(error) }, 'inbox: X did not list the subscriptions of the activity stream')
    }
    listedAt = nowMs()
  }

  /** An unneeded subscription costs money. */
  const removeOthers = async () => {
    const wanted = new Set(followed.flatMap(({ userId }) => types.map((eventType) => keyOf({ eventType, userId }))))
    for (const [key, { id, tag: found }] of known) {
      if (wanted.has(key) || id === undefined || found !== tag || !isRunning()) continue
      await activity.unsubscribe(id)
      known.delete(key)
    }
  }

  const add = async ({ account, userId }: Followed) => {
    const missing = types.filter((eventType) => !known.has(keyOf({ eventType, userId })))
    const access = missing.length > 0 ? await deps.openCredentials(account) : undefined
    for (const eventType of missing) {
      if (access === undefined || !isRunning()) return
      const made = await activity.subscribe(access, { eventType, userId, tag })
      known.set(keyOf(made), made)
    }
    await retrying(db, (trx) => setByStream(trx, account.id, 1, paceMs, clock()))
    subscribed.add(account.id)
    deps.wakeInbox()
  }

  const refused = async ({ account }: Followed, error: unknown) => {
    const status = error instanceof XError ? error.status : undefined
    if (error instanceof XError && status === 429) {
      const opens = opensAt(error.headers, clock()) ?? later(clock(), 15 * minuteMs)
      opensAtMs = latest(opens, later(clock(), minuteMs)).getTime()
      return
    }
    const isAway = error instanceof XError && (status === undefined || status >= 500)
    after.set(account.id, nowMs() + (isAway ? minuteMs : refusedMs))
    const said = sentence(messageOf(error))
    log.warn({ account: account.id, reason: said }, 'inbox: X refused a subscription of the activity stream')
    if (isAway) return
    await db.updateTable('inbox_watches').set({ stream_refused: said }).where('account_id', '=', account.id).execute()
  }

  const affordable = async (all: Followed[]): Promise<Followed[]> => {
    const price = priceOfReading(money.card.prices, { posts: 1, users: 0 })
    const spent = new Set<number>()
    for (const ownerId of new Set(all.map(({ account }) => account.owner_id))) {
      if ((await exceeded(db, ownerId, price, money.ceiling, clock(), 'charged')) !== undefined) spent.add(ownerId)
    }
    return all.filter(({ account }) => !spent.has(account.owner_id))
  }

  const refresh = async () => {
    const all = await listFollowed(db, deps.app)
    followed = await affordable(all)
    return all.length > 0
  }

  return {
    of: (userId) => followed.filter((each) => each.userId === userId),
    refresh,
    async reconcile() {
      const isWanted = await refresh()
      if (nowMs() - listedAt > relistMs) await relist()
      const ids = followed.map(({ account }) => account.id)
      for (const id of subscribed) if (!ids.includes(id)) subscribed.delete(id)
      await retrying(db, (trx) => leaveToPolling(trx, paceMs, clock(), [...subscribed]))
      await quietly(log, 'inbox: X did not end an unused subscription', removeOthers)
      for (const each of followed) {
        if (!isRunning() || nowMs() < opensAtMs) break
        if (subscribed.has(each.account.id) || nowMs() < (after.get(each.account.id) ?? 0)) continue
        try {
          await add(each)
        } catch (error) {
          await refused(each, error)
        }
      }
      return isWanted
    },
  }
}
