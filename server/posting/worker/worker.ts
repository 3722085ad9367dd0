import { randomUUID } from 'node:crypto'
import { isPostgres } from '../../db/dialect'
import type { Row } from '../../db/schema'
import { createFairness } from '../../fairness'
import { identify } from '../../features/accounts/judge'
import { leaseOf } from '../../jobs/lease'
import { createWakeLoop } from '../../jobs/wakeLoop'
import { messageOf } from '../../messageOf'
import { later, timestamp } from '../../time/clock'
import { createClockWatch } from '../../time/clockWatch'
import { untilStored } from '../../untilStored'
import { countAllAnew, unlimited } from '../../usage/budgets.store'
import { type Concern, type Refusal, refusalRow } from '../../x/refusals'
import { type Access, XError } from '../../x/types'
import type { ItemRow, Lease } from '../protocol/item'
import type { Delivery, DeliveryDeps } from '../protocol/types'
import type { Store } from '../store'
import { type Check, claimCheck } from '../verify/claimCheck'
import { contradictionFields } from '../verify/contradiction'
import { readFirst } from '../verify/firstReading'
import { createKnownAccounts } from '../verify/known'
import {
  checkManual,
  doubtEverything,
  expireLeases,
  forgetFuture,
  freeChecks,
  freeUnsent,
  heldItems,
  postponeChecks,
  settleOrphans,
} from '../verify/recover'
import { check } from '../verify/verify'
import * as words from '../words'
import { appUsed, learnApps } from './apps'
import { type Claimed, claimNext, type Gate, nextDue } from './claim'
import { type Classified, classify, unanswered, unsent } from './classify'
import { type Listener, listen } from './listen'
import { recordOutcome } from './outcome'
import { readSettles } from './settle'

/**
 * The longest interval between two searches for work: another process's work becomes available when that process stops.
 */
const patienceMs = 5_000
/** The shortest interval between two checks of the database's signs. A claim checks the signs in any case. */
const lookEveryMs = 1_000
/** The wait after the database did not answer. */
const faultMs = 500
const checksAtOnce = 4
/**
 * The limit for all operators is this many times one operator's limit, so that an operator with slow accounts leaves
 * room for others.
 */
const operatorsAtOnce = 4

export type Worker = Pick<Delivery, 'wake' | 'start' | 'stop' | 'obstacle'>

/** Handles queued and unknown items: claims, sends and stores; reads and stores; sleeps until the next item is due. */
export const createWorker = (deps: DeliveryDeps, store: Store): Worker => {
  const { config, generation, log, x } = deps
  const epoch = randomUUID()
  const monotonic = deps.monotonic ?? (() => performance.now())
  const sending = new Map<number, Job>()
  const checking = new Map<number, Job>()
  /** By account. */
  const reading = new Map<number, Job>()
  const fairness = createFairness(config.concurrency)
  const checkFairness = createFairness(checksAtOnce)
  /** Operators whose last read was for an unknown item, not for a manual one. */
  const lastUnknown = new Set<number>()
  const known = createKnownAccounts(monotonic)
  const clockJump = createClockWatch(store.clock, monotonic)
  /** The clock's change that is not applied to the database yet. */
  let unfollowedMs = 0
  /** Consecutive readings that X did not answer, by account. */
  const silences = new Map<number, number>()
  let isTurnedBack = false
  let lookedMs = 0
  let doubtedAt: Date | undefined
  let isUnwritable = false
  let listener: Listener | undefined

  const leaseMs = config.leaseMs ?? leaseOf(config.deadlineMs)
  /** Several reads, each with its own deadline. */
  const checkLeaseMs = leaseMs * 3
  const leaseFrom = (now: Date): Lease => ({ epoch, until: timestamp(later(now, leaseMs)) })

  const { wake, isRunning, ...loop } = createWakeLoop({
    round: async () => {
      await workOff()
      return untilNextDue()
    },
    failed: (error) => {
      log.warn({ error: messageOf(error) }, 'delivery: the database did not answer')
      return faultMs
    },
  })

  const untilNextDue = async () => {
    const due = Date.parse((await nextDue(store)) ?? '')
    const quietMs = known.quietMs()
    const longestMs = quietMs > 0 ? Math.min(patienceMs, quietMs + 1) : patienceMs
    if (Number.isNaN(due)) return longestMs
    return Math.min(longestMs, Math.max(1, due - store.clock().getTime() + 1))
  }

  const workOff = async () => {
    const settles = await readSettles(store.db, config.settleMs)
    const { common: settleMs } = settles
    await noticeChange(settleMs)
    await noticeClock(settleMs)
    const held = await heldItems(store)
    await freeUnsent(store, held, epoch, (itemId) => sending.has(itemId))
    await expireLeases(store, held, { epoch, isOnlyProcess: !isPostgres(store.db), settleMs, isSending })
    await settleOrphans(store)
    if (isUnwritable) isUnwritable = !isNoted(generation.renew)
    const most = config.concurrencyOfAll ?? config.concurrency * operatorsAtOnce
    while (isRunning() && !isUnwritable && known.quietMs() === 0 && sending.size + reading.size < most) {
      const next = await claimNext(store, leaseFrom(store.clock()), fairness.order, gate())
      // A doubt arose during the claim: X may not show an account's last post yet. The unsent items are freed.
      await recover(settleMs)
      if (!next || known.quietMs() > 0) break
      if ('isUnread' in next) {
        const read = readAccount(next.account, settles.of(next.account.id))
        fairness.serve(next.account.owner_id, read)
        track(reading, next.account.id, read)
        continue
      }
      isUnwritable = !isNoted(() => generation.noteAttempt(next.attemptId))
      if (isUnwritable) {
        await freeUnsent(store, [next.item], epoch, (itemId) => sending.has(itemId), words.folderUnwritable)
        break
      }
      const sent = post(next, settles.of(next.account.id))
      fairness.serve(next.item.owner_id, sent)
      track(sending, next.item.id, sent)
    }
    while (isRunning() && known.quietMs() === 0 && checking.size < checksAtOnce) {
      const lease = { epoch, until: timestamp(later(store.clock(), checkLeaseMs)) }
      const due = await claimCheck(store, lease, {
        order: checkFairness.order,
        wasUnknown: (ownerId) => lastUnknown.has(ownerId),
      })
      if (!due) break
      const { id, owner_id: ownerId, state } = due.item
      if (state === 'unknown') lastUnknown.add(ownerId)
      else lastUnknown.delete(ownerId)
      const verified = verify(due, settles.of(due.account.id))
      checkFairness.serve(ownerId, verified)
      track(checking, id, verified)
    }
  }

  /** Writes the mark that detects a restored backup; it precedes the sending. */
  const isNoted = (note: () => void): boolean => {
    try {
      note()
    } catch (error) {
      if (!isUnwritable)
        log.error({ error: messageOf(error) }, 'delivery: stopped sending, because the data folder cannot be written')
      return false
    }
    if (isUnwritable) log.warn({}, 'delivery: resumed sending, because the data folder can be written again')
    return true
  }

  const track = (jobs: Map<number, Job>, id: number, work: Promise<void>) => {
    const done = work.finally(() => {
      // An earlier job of this item that ends late must not hide the current one.
      if (jobs.get(id)?.done === done) jobs.delete(id)
      wake()
    })
    jobs.set(id, { done, startedMs: monotonic() })
  }

  const isSending = (itemId: number) => {
    const job = sending.get(itemId)
    return job !== undefined && monotonic() - job.startedMs < leaseMs
  }

  const gate = (): Gate => ({
    isKnown: (account) => !config.readFirst || known.has(account),
    reading: [...reading.keys()],
    money: deps.money ?? unlimited,
    aheadMs: () => deps.x.ahead().now,
    isSameDatabase: generation.judging(),
  })

  const noticeChange = async (settleMs: number) => {
    if (generation.change() === undefined && monotonic() - lookedMs > lookEveryMs) {
      await generation.look(store.db)
      lookedMs = monotonic()
    }
    await recover(settleMs)
  }

  /** X may not show the last posts yet, so nothing is read or sent for a while. */
  const recover = async (settleMs: number) => {
    const change = generation.change()
    if (!change) return
    const { reason, kind, signs } = change
    const isSure = kind === 'turnedBack'
    deps.observer?.generationChange?.(kind)
    if (isSure || config.readFirst) doubt(reason, config.deadlineMs + settleMs)
    isTurnedBack = kind !== 'restarted'
    if (isSure) {
      log.error(
        { reason, ...signs },
        'delivery: the database was reset to an earlier state; checking every open reply on X',
      )
      await generation.endRights(store.db)
      await doubtEverything(store, settleMs)
      await checkManual(store, 'handed_over_at', settleMs)
    }
    await generation.settle(store.db)
  }

  /** Nothing is posted before X's list of an account's last posts was read. */
  const doubt = (reason: string, quietMs: number) => {
    known.forget(quietMs)
    isTurnedBack = false
    doubtedAt = store.clock()
    wake()
    if (config.readFirst) log.warn({ reason }, 'delivery: reading the posts of each account before it posts again')
  }

  const noticeClock = async (settleMs: number) => {
    const jumpMs = clockJump()
    if (jumpMs !== 0) doubt(`the clock was set ${Math.abs(jumpMs)} ms ${jumpMs > 0 ? 'forward' : 'back'}`, 0)
    unfollowedMs += jumpMs
    if (unfollowedMs > 0) await postponeChecks(store, config.deadlineMs + settleMs)
    if (unfollowedMs < 0) await forgetFuture(store)
    unfollowedMs = 0
  }

  const readAccount = async (account: Row<'accounts'>, settleMs: number) => {
    const tries = (silences.get(account.id) ?? 0) + 1
    try {
      const settled = await readFirst(store, deps, known, account, tries)
      if (settled) silences.delete(account.id)
      else silences.set(account.id, tries)
      if (settled?.isBehind) await noticeTurnedBack(settleMs)
    } catch (error) {
      log.warn(
        { account: account.id, error: messageOf(error) },
        'delivery: the posts of an account could not be stored',
      )
    }
  }

  /** X has posts that the database does not know: X may not show the last ones of other accounts yet. */
  const noticeTurnedBack = async (settleMs: number) => {
    if (isTurnedBack) return
    doubt('X shows posts that the database does not contain, as after a restored backup', settleMs)
    isTurnedBack = true
    await generation.noteTurnedBack(store.db)
  }

  const post = async (claimed: Claimed, settleMs: number) => {
    const access = await opened(claimed)
    const app = 'verdict' in access ? claimed.account.x_app : appUsed(claimed.account, access)
    const earlier = known.earlierPost(claimed.item)
    const met =
      earlier === 'hidden'
        ? unsent(words.mayBePosted)
        : earlier
          ? posted(earlier.id)
          : 'verdict' in access
            ? access
            : await send(claimed, access)
    const settings = { settleMs, deadlineMs: config.deadlineMs, replyRule: config.replyRule, doubtedAt }
    const contradiction = await untilStored(
      () => recordOutcome(store, { ...claimed, app }, met, settings),
      (error) => log.error({ error }, 'delivery: an outcome could not be stored yet'),
    )
    deps.observer?.attempt(met.verdict.kind)
    const { id: item, task_id: task } = claimed.item
    const about = { task, item, account: claimed.account.id }
    log.info({ ...about, outcome: met.verdict.kind, status: met.httpStatus }, 'delivery: attempt')
    if (!contradiction) return
    deps.observer?.contradiction(contradiction.said)
    log.warn(
      contradictionFields(claimed, contradiction),
      "delivery: X's answer contradicts the prediction of who may reply",
    )
  }

  const send = async ({ item, account, charge }: Claimed, access: Access): Promise<Classified> => {
    // The request must end before its lease does.
    const sendBefore = Date.parse(item.lease_until ?? '') - config.deadlineMs
    const maySend = () =>
      generation.change() === undefined && known.quietMs() === 0 && store.clock().getTime() < sendBefore
    const obstacle = await authorChange(item, account, access)
    if (obstacle) return obstacle
    const reply = { text: item.content, inReplyTo: item.target_tweet_id, charge }
    // From here on X may have the reply, whatever fails.
    return x
      .createReply(access, reply, maySend)
      .then((outcome) => classify(outcome, item.content, store.clock()))
      .catch((error) => classify({ kind: 'lost', reason: messageOf(error) }, item.content, store.clock()))
  }

  /**
   * An item for one user on X is never sent as another user, even before new keys are checked. Nothing is sent with
   * keys that X has not identified.
   */
  const authorChange = async (
    { author_id }: ItemRow,
    account: Row<'accounts'>,
    access: Access,
  ): Promise<Classified | undefined> => {
    const { username, x_user_id } = account
    const isOther = (userId: string) => author_id !== null && userId !== author_id
    const other = words.keysChangedOwner(username)
    if (x_user_id !== null) return isOther(x_user_id) ? refused(other) : undefined
    try {
      const { userId, reason } = await identify(store.db, x, access, account)
      if (isOther(userId)) return refused(other)
      return reason === undefined
        ? undefined
        : unanswered({ kind: 'unsent', detail: reason, nextStep: words.checkAgent })
    } catch (error) {
      return unsent(words.keysUnknown(username, messageOf(error)))
    }
  }

  /** The account's credentials, or why nothing is sent. If the connection was ended, the item waits for a new one. */
  const opened = async ({ account, hasTokens }: Claimed): Promise<Access | Classified> => {
    try {
      return await deps.openCredentials(account, hasTokens)
    } catch (error) {
      if (error instanceof XError)
        return error.refusal ? disconnected(error.detail, error.refusal) : unsent(error.detail)
      log.error({ account: account.id, error: messageOf(error) }, 'delivery: credentials cannot be decrypted')
      return refused(words.agentUndecryptable)
    }
  }

  const verify = async (due: Check, settleMs: number) => {
    const { autoResend: mayResend, proofMs } = config
    const reader = { x, openCredentials: deps.openCredentials, settleMs, proofMs, mayResend }
    try {
      const settled = await check(store, due, reader)
      const { id: item, task_id: task } = due.item
      if (settled) log.info({ task, item, account: due.account.id, ...settled }, 'delivery: checked an unknown outcome')
    } catch (error) {
      log.warn({ item: due.item.id, error: messageOf(error) }, 'delivery: a check could not be stored')
    }
  }

  return {
    wake,
    obstacle: () => {
      if (isUnwritable) return words.folderUnwritable
      return generation.change() || (isTurnedBack && known.quietMs() > 0) ? words.turnedBack : undefined
    },
    start: async () => {
      const { common: settleMs } = await readSettles(store.db, config.settleMs)
      await learnApps(deps)
      await generation.open(store.db)
      if (!isPostgres(store.db)) await freeChecks(store)
      await forgetFuture(store)
      await countAllAnew(store.db)
      if (generation.change()) await recover(settleMs)
      else await generation.settle(store.db)
      await checkManual(store, 'opened_at')
      loop.start()
      if (deps.listenUrl !== undefined) listener = listen(deps.listenUrl, wake)
    },
    stop: async () => {
      await Promise.all([listener?.stop(), loop.stop()])
      const jobs = [...sending.values(), ...checking.values(), ...reading.values()]
      await Promise.allSettled(jobs.map(({ done }) => done))
    },
  }
}

const refused = (detail: string): Classified => unanswered({ kind: 'refused', detail, nextStep: words.checkAgent })

/**
 * The item continues after the operator has acted. A refusal that concerns more than the account holds everything that
 * it concerns.
 */
const disconnected = (detail: string, refusal: Refusal): Classified => {
  const { concerns, nextStep } = refusalRow(refusal)
  return unanswered({ kind: waits[concerns] ?? 'unsent', detail, nextStep })
}

const waits: Partial<Record<Concern, 'paused' | 'rested'>> = { app: 'paused', pace: 'rested' }

interface Job {
  done: Promise<void>
  /** In monotonic milliseconds. */
  startedMs: number
}

/** X already shows the reply, so nothing is sent. */
const posted = (postId: string): Classified => unanswered({ kind: 'done', postId, detail: null, nextStep: null })
