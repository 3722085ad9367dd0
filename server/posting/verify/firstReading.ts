import { accountScope } from '../../db/holdScopes'
import { retrying } from '../../db/retrying'
import type { Row } from '../../db/schema'
import { identify } from '../../features/accounts/judge'
import { messageOf } from '../../messageOf'
import { backoff } from '../../time/backoff'
import { later, latest, minuteMs, timestamp } from '../../time/clock'
import { postedAt } from '../../x/ids'
import { openingsOf } from '../../x/limits'
import { concernsAccount, explanationOfRefusal } from '../../x/refusals'
import { type ListedPosts, XError, type XPost } from '../../x/types'
import { isHidden } from '../protocol/normalise'
import type { DeliveryDeps } from '../protocol/types'
import type { Store } from '../store'
import * as words from '../words'
import { doubtReading, revoke } from '../worker/doubts'
import { hold } from '../worker/holds'
import type { KnownAccounts } from './known'
import { isOfItsTime, type Reconciled, reconcile, unclaimedPosts, withoutItem } from './reconcile'
import { opened, passes, windowMarginMs } from './verify'

/** X's largest page. */
const pageSize = 100
/** How many items are searched for the newest post that is surely known. */
const lastItems = 20

/** X shows the account's posts to nobody; another request would not help. */
class Unreadable extends Error {}

/** Why the account sends nothing until the operator acts. The reason is stored with the account. */
class Unusable extends Error {}

/**
 * Reads an account's posts since the newest one that the database surely knows, and settles the account's items by
 * them. The account is known afterwards. The account is held if X does not answer, answers 401, or refuses temporarily
 * or only the app; it becomes inactive if X refuses the account itself. An account whose posts nobody may read counts
 * as known, because it could never post otherwise.
 * @param tries consecutive reads that X did not answer, including this one
 * @returns undefined if X did not answer, refuses the account, or reports that its keys belong to another account
 */
export const readFirst = async (
  store: Store,
  deps: Pick<DeliveryDeps, 'x' | 'openCredentials' | 'log'>,
  known: KnownAccounts,
  account: Row<'accounts'>,
  tries: number,
): Promise<Reconciled | undefined> => {
  const learn = known.begin()
  const since = await newestKnown(store, account.id)
  const read = await ask(store, deps, account, since)
  if (read instanceof Unreadable) {
    deps.log.warn(
      { account: account.id, reason: read.message },
      'delivery: X does not allow reading the posts of this account',
    )
    learn(account, account.x_user_id ?? '', [], [])
    return { found: [], isBehind: false, corrected: [], disproved: [], gone: [] }
  }
  if (read instanceof Unusable) {
    deps.log.warn({ account: account.id, reason: read.message }, 'delivery: stopped sending as this account')
    return undefined
  }
  if (read instanceof Error) {
    if (read instanceof XError && read.status === 401) {
      await retrying(store.db, (trx) => doubtReading(trx, account, read.detail, store.clock()))
    } else if (read instanceof XError && read.refusal && concernsAccount(read.refusal)) {
      const reason = explanationOfRefusal(read.refusal, read.detail)
      await retrying(store.db, (trx) => revoke(trx, account, reason))
    } else await waitForX(store, account, read, tries)
    deps.log.warn({ account: account.id, reason: read.message }, 'delivery: X did not list the posts of this account')
    return undefined
  }
  const { userId, posts, isWhole } = read
  const reading = { account, userId, posts, isWhole, since: since ?? whole(posts), ahead: deps.x.ahead() }
  const { settled, unclaimed, hidden } = await retrying(store.db, async (trx) => ({
    settled: await reconcile(store, trx, reading),
    unclaimed: await unclaimedPosts(trx, userId),
    hidden: await withoutItem(trx, posts.filter(isHidden)),
  }))
  if (!isWhole) {
    const error = new Error(words.postsLeftOut)
    await waitForX(store, account, error, tries)
    deps.log.warn({ account: account.id, reason: error.message }, 'delivery: X did not list the posts of this account')
    return undefined
  }
  learn(account, userId, unclaimed, hidden)
  deps.log.info({ account: account.id, posts: posts.length, ...settled }, 'delivery: read the posts of this account')
  return settled
}

const ask = async (
  { db }: Store,
  { x, openCredentials }: Pick<DeliveryDeps, 'x' | 'openCredentials'>,
  account: Row<'accounts'>,
  since: Date | undefined,
): Promise<(ListedPosts & { userId: string }) | Error> => {
  let userId = account.x_user_id
  try {
    const access = await opened(account, openCredentials)
    if (!access) return new Unreadable(words.cannotDecrypt)
    if (userId === null) {
      const owner = await identify(db, x, access, account)
      if (owner.reason !== undefined) return new Unusable(owner.reason)
      userId = owner.userId
    }
    return { userId, ...(await x.getUserPosts(access, userId, since)) }
  } catch (error) {
    if (userId !== null && isRefusal(error)) return new Unreadable(messageOf(error))
    return error instanceof Error ? error : new Error(messageOf(error))
  }
}

/** 402 is about the app's credits, regardless of its words. */
const isRefusal = (error: unknown): boolean =>
  error instanceof XError &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 402, 408, 429].includes(error.status) &&
  !concernsAccount(error.refusal) &&
  !passes(error)

const waitForX = (store: Store, account: Row<'accounts'>, error: Error, tries: number): Promise<void> => {
  const now = store.clock()
  const opens = error instanceof XError ? openingsOf(error.status, error.headers, now) : []
  const until = opens.reduce(latest, later(now, backoff(tries, 1000, 5 * minuteMs)))
  const reason = words.postsUnknown(error.message)
  return retrying(store.db, (trx) => hold(trx, accountScope(account.id), timestamp(until), reason, timestamp(now)))
}

/** The time from which a page is complete. */
const whole = (posts: XPost[]): Date => {
  const times = posts.flatMap(({ createdAt }) => (createdAt === undefined ? [] : Date.parse(createdAt)))
  return new Date(posts.length < pageSize ? 0 : Math.min(...times))
}

/** By X's clock, so that an error of our clock has no effect. Undefined if nothing is known of the account. */
const newestKnown = async ({ db }: Store, accountId: number): Promise<Date | undefined> => {
  const items = await db
    .selectFrom('task_items')
    .select(['reply_tweet_id', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(lastItems)
    .execute()
  const times = items
    .filter(isOfItsTime)
    .flatMap(({ reply_tweet_id }) => (reply_tweet_id === null ? [] : postedAt(reply_tweet_id).getTime()))
  return times.length === 0 ? undefined : later(new Date(Math.max(...times)), -windowMarginMs)
}
