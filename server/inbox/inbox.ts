import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { later, timestamp } from '../clock'
import { createClockWatch } from '../clockWatch'
import { forgetMentions } from './forget'
import { readMentions } from './readMentions'
import type { Inbox, InboxDeps } from './types'
import { claimWatch, forgetFuture, nextDue } from './watchLease'

/** Looks for work as often at least: other processes' work becomes ours when they die. */
const patienceMs = 5_000
const readingsAtOnce = 2
/** Between two looks for mentions that are kept no longer. */
const forgettingMs = 60 * 60_000

/** The poller: claims what is due, reads, stores, and sleeps until something is due again. */
export const createInbox = (deps: InboxDeps): Inbox => {
  const { clock, log } = deps
  const epoch = randomUUID()
  const leaseMs = deps.leaseMs ?? deps.deadlineMs * 2.2
  const leaseUntil = () => timestamp(later(clock(), leaseMs))
  const reading = new Set<Promise<void>>()
  const clockJump = createClockWatch(clock, () => performance.now())
  /** Whether what is stored may be of a time that is still to come. */
  let isSetBack = true
  let forgottenAt = 0
  let running = false
  let wanted = false
  let rounds: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const wake = () => {
    wanted = true
    if (!running || rounds) return
    clearTimeout(timer)
    rounds = workWhileWanted().finally(() => {
      rounds = undefined
      if (wanted) wake()
    })
  }

  const workWhileWanted = async () => {
    await nextTurn()
    let waitMs = patienceMs
    while (running && wanted) {
      wanted = false
      try {
        await round()
        const due = Date.parse((await nextDue(deps.db)) ?? '') - clock().getTime()
        waitMs = Number.isNaN(due) ? patienceMs : Math.min(patienceMs, due > 0 ? due + 1 : patienceMs)
      } catch (error) {
        log.warn({ err: error }, 'inbox: the database did not answer')
      }
    }
    if (running) timer = setTimeout(wake, waitMs)
  }

  const forget = async () => {
    if (Math.abs(clock().getTime() - forgottenAt) < forgettingMs) return
    forgottenAt = clock().getTime()
    while (running && (await forgetMentions(deps.db, clock())) > 0) await nextTurn()
  }

  const noticeClock = async () => {
    if (clockJump() < 0) isSetBack = true
    if (isSetBack) await forgetFuture(deps)
    isSetBack = false
  }

  const round = async () => {
    await noticeClock()
    await forget()
    while (running && reading.size < readingsAtOnce) {
      const claimed = await claimWatch(deps, { epoch, until: leaseUntil() })
      if (!claimed) return
      const work = readMentions(deps, claimed, { epoch, leaseUntil, isRunning: () => running })
        .catch((error: unknown) => log.warn({ err: error }, 'inbox: what was read could not be stored'))
        .finally(() => {
          reading.delete(work)
          wake()
        })
      reading.add(work)
    }
  }

  return {
    wake,
    start: () => {
      running = true
      wake()
    },
    stop: async () => {
      running = false
      clearTimeout(timer)
      await rounds
      await Promise.all(reading)
    },
  }
}
