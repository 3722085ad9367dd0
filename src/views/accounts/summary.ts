import { accountSummary } from '../../schemas/accounts/accountSummary.words'
import type { Account } from '../../schemas/accounts/accounts'
import { countActivities } from '../../schemas/accounts/activity'

export const summary = (accounts: Account[]): string => {
  const grouped = accounts.flatMap(({ group }) => (group ? [group] : []))
  return accountSummary(accounts.length, new Set(grouped).size, grouped.length, ...countActivities(accounts))
}
