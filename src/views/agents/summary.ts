import type { Account } from '../../schemas/accounts'
import { counted } from '../ui/counted'

/** What a list of accounts amounts to, in one sentence. */
export const summary = (accounts: Account[]): string => {
  const groups = new Set(accounts.flatMap(({ group }) => (group ? [group] : []))).size
  const active = accounts.filter(({ is_active }) => is_active).length
  return `${counted(accounts.length, 'account')} in ${counted(groups, 'group')}, ${active.toLocaleString()} active.`
}
