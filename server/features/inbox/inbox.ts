import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { leaseOf } from '../../jobs/lease'
import { createWakeLoop } from '../../jobs/wakeLoop'
import { hourMs, later, timestamp } from '../../time/clock'
import { createClockWatch } from '../../time/clockWatch'
import { forgetMentions } from './forget'
import { readMentions } from './readMentions'
import type { Inbox, InboxDeps } from './types'
import { claimWatch, forgetFuture, nextDue } from './watchLease'

/**
 * The longest interval between two searches for work: another process's work becomes available when that process stops.
 */
const patienceMs = 5_000
const readingsAtOnce = 2
/** The interval between two deletions of old mentions. */
const forgettingMs = hourMs

/** The poller: claims due accounts, reads, stores, and sleeps until the next one is due. */
export const createInbox = (deps: InboxDeps): Inbox => {
  const { clock, log } = deps
  const epoch = randomUUID()
  const leaseMs = deps.leaseMs ?? leaseOf(deps.deadlineMs)
  const leaseUntil = () => timestamp(later(clock(), leaseMs))
  const reading = new Set<Promise<void>>()
  const clockJump = createClockWatch(clock, () => performance.now())
  /** Whether stored times may lie in the future. */
  let isSetBack = true
  let forgottenAt = 0

  const { wake, isRunning, ...loop } = createWakeLoop({
    round: async () => {
      await readWhatIsDue()
      const due = Date.parse((await nextDue(deps.db)) ?? '') - clock().getTime()
      return due > 0 ? Math.min(patienceMs, due + 1) : patienceMs
    },
    failed: (error) => {
      log.warn({ err: error }, 'inbox: the database did not answer')
      return patienceMs
    },
  })

  const forget = async () => {
    if (Math.abs(clock().getTime() - forgottenAt) < forgettingMs) return
    forgottenAt = clock().getTime()
    while (isRunning() && (await forgetMentions(deps.db, clock())) > 0) await nextTurn()
  }

  const noticeClock = async () => {
    if (clockJump() < 0) isSetBack = true
    if (isSetBack) await forgetFuture(deps)
    isSetBack = false
  }

  const readWhatIsDue = async () => {
    await noticeClock()
    await forget()
    while (isRunning() && reading.size < readingsAtOnce) {
      const claimed = await claimWatch(deps, { epoch, until: leaseUntil() })
      if (!claimed) return
      const work = readMentions(deps, claimed, { epoch, leaseUntil, isRunning })
        .catch((error: unknown) => log.warn({ err: error }, 'inbox: mentions could not be stored'))
        .finally(() => {
          reading.delete(work)
          wake()
        })
      reading.add(work)
    }
  }

  return {
    wake,
    start: loop.start,
    stop: async () => {
      await loop.stop()
      await Promise.all(reading)
    },
  }
}
