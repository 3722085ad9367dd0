import { randomUUID } from 'node:crypto'
import { retrying } from '../../db/retrying'
import type { Row } from '../../db/schema'
import { leaseOf } from '../../jobs/lease'
import { messageOf } from '../../messageOf'
import { hourMs, later, latest, minuteMs, timestamp } from '../../time/clock'
import { bookDelivered } from '../../usage/charges.store'
import type { StreamBatch, StreamEvent } from '../../x/activity'
import { opensAt } from '../../x/limits'
import { sentence } from '../../x/problems'
import { XError } from '../../x/types'
import { createFollowing, type Followed, type Following, listFollowed } from './followed'
import { reopeningMs } from './pace'
import { storeMentions } from './storeMentions'
import { claimStream, leaveToPolling, updateStream } from './streamLease'
import type { Inbox, StreamDeps } from './types'

/** The longest interval between two checks whether the stream is free and needed. */
const longestPatienceMs = 5_000
/** A connection that lasted this long counts as successful. */
const lastingMs = minuteMs
/** The waits after X refused the stream to this app, after its credits were used up, and by default after a 429. */
const refusedMs = hourMs
const pausedMs = 15 * minuteMs

type After = Pick<Row<'activity_stream'>, 'failures' | 'next_at'> & { refused?: string }

/**
 * Holds X's activity stream in one process at a time, subscribes the accounts that it can report, and stores its
 * events. Reading continues at long intervals to close every gap.
 */
export const createStream = (deps: StreamDeps): Inbox => {
  const { db, clock, log } = deps
  const epoch = randomUUID()
  const leaseMs = deps.leaseMs ?? leaseOf(deps.deadlineMs)
  const patienceMs = Math.min(longestPatienceMs, leaseMs / 2)
  const leaseUntil = () => timestamp(later(clock(), leaseMs))
  let stopping = new AbortController()
  /** Ends the present pause. */
  let nudge: () => void = () => undefined
  let work: Promise<void> | undefined

  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      nudge = end
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    })

  const run = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        const isWanted = (await listFollowed(db, deps.app)).length > 0
        const claimed = isWanted ? await claimStream(deps, { epoch, until: leaseUntil() }) : undefined
        const until = claimed ? await hold(claimed, signal) : undefined
        await pause(until === undefined ? patienceMs : Math.min(patienceMs, until - clock().getTime()), signal)
      } catch (error) {
        log.warn({ err: error }, 'inbox: the database did not answer')
        await pause(patienceMs, signal)
      }
    }
  }

  /** @returns when the stream may be opened again, in ms since 1970 */
  const hold = async ({ tag, failures }: Row<'activity_stream'>, signal: AbortSignal): Promise<number> => {
    const cut = new AbortController()
    const open = cut.signal
    // With `AbortSignal.any`, only its own listeners would keep the signal alive.
    const end = () => cut.abort()
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    const renewing = setInterval(() => {
      updateStream(deps, epoch, { lease_until: leaseUntil() })
        .then((isMine) => (isMine ? undefined : cut.abort()))
        .catch(() => cut.abort())
    }, leaseMs / 3)
    let since: number | undefined
    let isOurs = false
    let change: After
    try {
      const batches = await deps.activity.open(open)
      since = clock().getTime()
      await updateStream(deps, epoch, { connected_at: timestamp(clock()), refused: null })
      log.info({}, 'inbox: the activity stream is open')
      const following = createFollowing(deps, tag ?? '', () => !open.aborted)
      await following.refresh()
      const tending = tend(following, open).finally(() => cut.abort())
      try {
        await takeAll(batches, following)
      } finally {
        isOurs = open.aborted
        cut.abort()
        await tending
      }
      change = broken('X ended it')
    } catch (error) {
      change = error instanceof XError ? refusedBy(error) : broken(messageOf(error))
    } finally {
      cut.abort()
      clearInterval(renewing)
      signal.removeEventListener('abort', end)
    }

    function broken(reason: string): After {
      const lasted = since !== undefined && clock().getTime() - since >= lastingMs
      const inARow = lasted ? 1 : failures + 1
      const isMeant = isOurs || signal.aborted
      if (!isMeant) log.warn({ reason }, 'inbox: the activity stream ended')
      const waitMs = isMeant ? 0 : reopeningMs(inARow, (deps.draw ?? Math.random)())
      return { failures: isMeant ? failures : inARow, next_at: timestamp(later(clock(), waitMs)) }
    }

    function refusedBy(error: XError): After {
      const { status } = error
      if (status === undefined || status >= 500) return broken(error.message)
      const now = clock()
      const until =
        status === 429
          ? latest(opensAt(error.headers, now) ?? later(now, pausedMs), later(now, reopeningMs(failures + 1, 1)))
          : later(now, status === 402 ? pausedMs : refusedMs)
      const refused = sentence(messageOf(error))
      log.warn({ reason: refused }, 'inbox: X refused the activity stream, so mentions are polled')
      return { failures: failures + 1, next_at: timestamp(until), refused }
    }

    await retrying(db, async (trx) => {
      const free = { lease_epoch: null, lease_until: null, connected_at: null }
      if (await updateStream({ db: trx, clock }, epoch, { ...change, ...free }))
        await leaveToPolling(trx, deps.paceMs, clock())
    })
    deps.wakeInbox()
    return Date.parse(change.next_at)
  }

  /** Runs until no subscription is left or something fails. */
  const tend = async (following: Following, signal: AbortSignal) => {
    try {
      while (!signal.aborted && (await following.reconcile())) await pause(patienceMs, signal)
    } catch (error) {
      log.warn({ err: error }, 'inbox: an event of the activity stream could not be stored')
    }
  }

  const takeAll = async (batches: AsyncIterable<StreamBatch>, following: Following) => {
    let unreadable = 0
    for await (const batch of batches) {
      if (batch.unreadable > 0 && unreadable === 0) {
        log.warn({ lines: batch.unreadable }, 'inbox: skipping unreadable lines of the activity stream')
      }
      unreadable += batch.unreadable
      for (const userId of new Set(batch.events.map((event) => event.userId))) {
        await take(
          following.of(userId),
          batch.events.filter((event) => event.userId === userId),
        )
      }
    }
    if (unreadable > 0) log.warn({ lines: unreadable }, 'inbox: skipped unreadable lines of the activity stream')
  }

  /** One account after the other. X charges for a post once, even if it concerns several accounts. */
  const take = async (followed: readonly Followed[], events: StreamEvent[]) => {
    const posts = events.flatMap(({ post }) => post ?? [])
    for (const { account } of followed) {
      const { id, owner_id, username, x_app } = account
      await retrying(db, async (trx) => {
        const now = clock()
        const watch = await trx
          .selectFrom('inbox_watches')
          .select('is_on')
          .where('account_id', '=', id)
          .executeTakeFirst()
        if (!watch) return
        const found = watch.is_on === 1 ? await storeMentions(trx, account, posts, now) : 0
        const payer = { ownerId: owner_id, account: username, app: x_app }
        await bookDelivered(
          trx,
          payer,
          events.map(({ postId }) => postId),
          deps.money.card,
          timestamp(now),
        )
        if (found === 0) return
        await trx
          .updateTable('inbox_watches')
          .set({ last_found_at: timestamp(now) })
          .where('account_id', '=', id)
          .execute()
      })
    }
  }

  return {
    wake: () => nudge(),
    start: () => {
      stopping = new AbortController()
      work = run(stopping.signal)
    },
    stop: async () => {
      stopping.abort()
      await work
    },
  }
}
