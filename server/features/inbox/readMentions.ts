import type { Transaction } from 'kysely'
import { pausedScope } from '../../db/holdScopes'
import { retrying } from '../../db/retrying'
import type { Database, RowPatch } from '../../db/schema'
import { messageOf } from '../../messageOf'
import { doubtReading } from '../../posting/worker/doubts'
import { appPauses, holdByBudget, pause } from '../../posting/worker/holds'
import { dayMs, hourMs, later, latest, minuteMs, timestamp } from '../../time/clock'
import { idAt, postedAt } from '../../x/ids'
import { OverBudget } from '../../x/ledger'
import { opensAt } from '../../x/limits'
import { sentence } from '../../x/problems'
import { type MentionsPage, type MentionsWindow, XError } from '../../x/types'
import { paceMs, rereadingMs, tendingMs } from './pace'
import { storeMentions } from './storeMentions'
import { isStreaming } from './streamLease'
import type { InboxDeps } from './types'
import { type Claimed, nothingWrong, updateHeld } from './watchLease'
import * as words from './words'

/** An id from later than this is not X's, whatever the clocks show. */
const latestIdLeadMs = hourMs

interface Reader {
  epoch: string
  leaseUntil(): string
  /** False while the process stops. */
  isRunning(): boolean
}

/**
 * Reads an account's new mentions, newest page first. One transaction stores each page with the progress of the
 * reading. After a crash, another reading continues below the oldest stored post, and the reading is complete only with
 * its last page. So no mention is lost, and each is stored once.
 */
export const readMentions = async (deps: InboxDeps, claimed: Claimed, reader: Reader): Promise<void> => {
  const { account } = claimed
  let { watch } = claimed
  try {
    const access = await deps.openCredentials(account)
    while (reader.isRunning()) {
      const window = windowOf(watch, deps.clock())
      const page = await deps.x.getMentions(access, account.x_user_id ?? '', window)
      if (page.oldestId !== undefined && window.untilId !== undefined && !isBelow(page.oldestId, window.untilId)) {
        throw new XError(words.sameMentions)
      }
      const next = await retrying(deps.db, (trx) => storePage(trx, deps, { ...claimed, watch }, page, reader))
      if (next === undefined || next.walk_until === null) return
      watch = next
    }
    await retrying(deps.db, (trx) => updateHeld(trx, watch, reader.epoch, free, deps.clock()))
  } catch (error) {
    if (!(error instanceof OverBudget)) {
      await retrying(deps.db, (trx) => storeFailure(trx, deps, { ...claimed, watch }, error, reader.epoch))
      return
    }
    await holdReading(deps, account.owner_id, error)
    await retrying(deps.db, (trx) => updateHeld(trx, watch, reader.epoch, free, deps.clock()))
  }
}

/** Until tomorrow, or until the budget covers a page again. */
const holdReading = async ({ db, clock, money, log }: InboxDeps, ownerId: number, { price }: OverBudget) => {
  const purchase = { ownerId, kind: 'reading', price, ceiling: money.ceiling } as const
  const isHeld = await retrying(db, (trx) => holdByBudget(trx, purchase, clock()))
  if (isHeld) log.warn({ operator: ownerId }, 'inbox: stopped reading mentions, because the budget of today is used up')
}

const free = { lease_epoch: null, lease_until: null }

const isBelow = (one: string, other: string): boolean => BigInt(one) < BigInt(other)

/** A cursor from the future would hide all mentions before it. */
const isFromNow = (id: string, now: Date): boolean => postedAt(id).getTime() <= now.getTime() + latestIdLeadMs

type Watch = Claimed['watch']

/** X may show a mention this much later than a newer one. */
const overlapMs = hourMs

/**
 * From the newest read mention, or from a while before the last reading: X charges once a day for mentions that it
 * sends again. At most from a day before the subscription: older mentions would be paid for all at once.
 */
const windowOf = ({ since_id, switched_on_at, walk_until, last_read_at }: Watch, now: Date): MentionsWindow => {
  const since = later(switched_on_at === null ? now : new Date(switched_on_at), -dayMs)
  const untilId = walk_until ?? undefined
  if (since_id === null || !isFromNow(since_id, now) || postedAt(since_id) < since) {
    return { sinceId: undefined, since, untilId }
  }
  const overlap = last_read_at === null ? since_id : idAt(later(new Date(last_read_at), -overlapMs))
  const lowest = [since_id, overlap, ...(walk_until === null ? [] : [idBelow(walk_until)])].reduce(lower)
  return { sinceId: postedAt(lowest) < since ? idAt(since) : lowest, since, untilId }
}

const lower = (one: string, other: string): string => (isBelow(one, other) ? one : other)
const idBelow = (id: string): string => String(BigInt(id) - 1n)

/** @returns the stored subscription; undefined if its lease is lost */
const storePage = async (
  trx: Transaction<Database>,
  { clock, paceMs: shortestMs }: InboxDeps,
  { watch, account }: Claimed,
  page: MentionsPage,
  { epoch, leaseUntil }: Reader,
): Promise<Watch | undefined> => {
  const now = clock()
  const newest = page.newestId !== undefined && isFromNow(page.newestId, now) ? page.newestId : null
  const walkNewest = watch.walk_newest ?? newest
  // An empty page proves nothing about the pages below it.
  const isLast = !page.hasMore || page.oldestId === undefined
  const found = await storeMentions(trx, account, page.posts, now)
  const lastFound = found > 0 ? timestamp(now) : watch.last_found_at
  // The state at the start of this reading: mentions from before the stream's subscription are read once more.
  const isTold = watch.by_stream === 1 && (await isStreaming(trx, now))
  const pace = isTold
    ? tendingMs(shortestMs)
    : paceMs(lastFound === null ? undefined : new Date(lastFound), now, shortestMs)
  const change: RowPatch<'inbox_watches'> = isLast
    ? {
        ...free,
        since_id: newestOf(walkNewest, watch.since_id, now),
        walk_newest: null,
        walk_until: null,
        next_at: timestamp(later(now, pace)),
      }
    : { walk_newest: walkNewest, walk_until: page.oldestId ?? null, lease_until: leaseUntil() }
  const read = { last_read_at: timestamp(now), last_found_at: lastFound }
  return updateHeld(trx, watch, epoch, { ...change, ...read, ...nothingWrong }, now)
}

/** A page of the overlap contains nothing newer. */
const newestOf = (read: string | null, before: string | null, now: Date): string | null => {
  if (read === null || before === null || !isFromNow(before, now)) return read ?? before
  return isBelow(read, before) ? before : read
}

/**
 * Stores the consequences of X's refusal or silence for the account and its app. The subscription waits with the
 * reason.
 */
const storeFailure = async (
  trx: Transaction<Database>,
  { clock, log }: InboxDeps,
  { watch, account }: Claimed,
  error: unknown,
  epoch: string,
): Promise<void> => {
  const now = clock()
  const failures = watch.failures + 1
  const said = sentence(messageOf(error))
  log.warn({ account: account.id, reason: said }, 'inbox: mentions could not be read')
  let until = later(now, rereadingMs(failures))
  let cursor: RowPatch<'inbox_watches'> = {}
  if (error instanceof XError) {
    // X's window may have ended by our clock, but not by X's.
    if (error.status === 429) until = latest(opensAt(error.headers, now) ?? later(now, 15 * minuteMs), until)
    else if (error.refusal === 'appStopped') {
      until = await pause(trx, pausedScope(account.x_app), appPauses, said, now)
    } else if (error.status === 401 && error.refusal !== 'connectAgain') await doubtReading(trx, account, said, now)
    // X refuses a cursor that is too old or seems to be from the future: the last day is read once more.
    else if (error.status === 400)
      cursor = { since_id: null, walk_newest: null, walk_until: null, switched_on_at: timestamp(now) }
  }
  const paused = words.cannotRead(said)
  await updateHeld(trx, watch, epoch, { ...free, ...cursor, next_at: timestamp(until), failures, paused }, now)
}
