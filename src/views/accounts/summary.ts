import { accountSummary } from '../../schemas/accounts/accountSummary.words'
import type { Account } from '../../schemas/accounts/accounts'

export const summary = (accounts: Account[]): string => {
  const grouped = accounts.flatMap(({ group }) => (group ? [group] : []))
  const active = accounts.filter(({ is_active }) => is_active).length
  return accountSummary(accounts.length, new Set(grouped).size, grouped.length, active)
}
