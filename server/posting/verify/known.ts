import type { Row } from '../../db/schema'
import type { XPost } from '../../x/types'
import type { ItemRow } from '../protocol/item'
import { mayBeOneOf, take } from './reconcile'

type Account = Pick<Row<'accounts'>, 'id' | 'x_user_id' | 'access_token'>

interface Known {
  /** The account's id on X. */
  userId: string
  /** Sealed again after each change of the account's keys. */
  access_token: string
  /** Replies on X that belong to no item. */
  unclaimed: XPost[]
  /** Posts that belong to no item and that X sent incompletely. */
  hidden: XPost[]
}

/**
 * The accounts that this process has compared with X since the last event that may have turned the database back. Only
 * these may post: X's list of an account's posts is the only record that a restored backup does not change.
 */
export interface KnownAccounts {
  has(account: Account): boolean
  /**
   * Call it before the account is read.
   * @returns a function that makes the account known by the reading, unless all accounts were forgotten in the meantime
   */
  begin(): (account: Account, userId: string, unclaimed: XPost[], hidden: XPost[]) => void
  /** Forgets all accounts. @param quietMs how long X may take to show the replies that other processes sent */
  forget(quietMs: number): void
  /** How long no account may be read yet, in ms. */
  quietMs(): number
  /**
   * The post that already contains the item's reply; no second item gets it. `hidden` if an incomplete post may contain
   * it: the account must be read again before it posts.
   */
  earlierPost(item: ItemRow): XPost | 'hidden' | undefined
}

/** @param monotonic milliseconds that do not depend on the clock's setting */
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
      const read = known.get(accountId)
      const found = item.author_id === null || item.author_id === read?.userId ? read : undefined
      const own = found && take(found.unclaimed, item)
      if (own || !found || !mayBeOneOf(found.hidden, item)) return own
      known.delete(accountId)
      return 'hidden'
    },
  }
}
