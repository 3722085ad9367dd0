import { isReadable } from '../unreadable'
import type { Account } from './accounts'

export type Activity = 'active' | 'inactive' | 'unknown'

/** Another provider may leave `is_active` out. Such an account may be chosen, because only its provider knows. */
export const activityOf = (account: Pick<Account, 'is_active'>): Activity =>
  !isReadable(account, 'is_active') ? 'unknown' : account.is_active ? 'active' : 'inactive'

export const mayPost = (account: Pick<Account, 'is_active'>): boolean => activityOf(account) !== 'inactive'

export const countActivities = (accounts: readonly Account[]): [active: number, unknown: number] => {
  const found = accounts.map(activityOf)
  return [found.filter((each) => each === 'active').length, found.filter((each) => each === 'unknown').length]
}
