import type { Row } from '../../db/schema'
import type { XPost } from '../../x/types'
import type { ItemRow } from '../protocol/item'
import { mayBeOneOf, take } from './reconcile'

type Account = Pick<Row<'accounts'>, 'id' | 'x_user_id' | 'access_token'>

interface Known {
  /** The account's id on X. */
  userId: string
  /** Sealed anew with each change of the account's keys. */
  access_token: string
  /** Replies that X shows and no item had. */
  unclaimed: XPost[]
  /** Posts that no item has and that X did not load wholly. */
  hidden: XPost[]
}

/**
 * Which accounts this process has compared with X since anything happened that could have turned the database back.
 * Only these may post: X's own list of an account's posts is the one memory that no restore turns back.
 */
export interface KnownAccounts {
  has(account: Account): boolean
  /** Before an account is read. @returns makes it known by what was read, unless all were forgotten meanwhile. */
  begin(): (account: Account, userId: string, unclaimed: XPost[], hidden: XPost[]) => void
  /** Forgets them all. @param quietMs how long what others sent before may still be on its way to what X shows. */
  forget(quietMs: number): void
  /** How long no account may be read yet, ms. */
  quietMs(): number
  /**
   * The post that already says what the item wants to say; a second item does not get it. `hidden` if one may say it: its
   * account is to be read again before it posts.
   */
  earlierPost(item: ItemRow): XPost | 'hidden' | undefined
}

/** @param monotonic milliseconds that no change of the clock moves. */
export const createKnownAccounts = (monotonic: () => number): KnownAccounts => {
  const known = new Map<number, Known>()
  let timesForgotten = 0
  let quietUntil = 0
  return {
    has({ id, x_user_id, access_token }) {
      const found = known.get(id)
      if (!found) return false
      return x_user_id === null ? found.access_token === access_token : found.userId === x_user_id
    },
    begin() {
      const before = timesForgotten
      return ({ id, access_token }, userId, unclaimed, hidden) => {
        if (before === timesForgotten) known.set(id, { userId, access_token, unclaimed, hidden })
      }
    },
    forget(quietMs) {
      known.clear()
      timesForgotten += 1
      quietUntil = Math.max(quietUntil, monotonic() + quietMs)
    },
    quietMs: () => Math.max(0, quietUntil - monotonic()),
    earlierPost: (item) => {
      const accountId = item.account_id ?? 0
      const found = known.get(accountId)
      const own = found && take(found.unclaimed, item)
      if (own || !found || !mayBeOneOf(found.hidden, item)) return own
      known.delete(accountId)
      return 'hidden'
    },
  }
}
