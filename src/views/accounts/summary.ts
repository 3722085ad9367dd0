import type { Account } from '../../schemas/accounts'
import { counted } from '../../schemas/counted'

export const summary = (accounts: Account[]): string => {
  const grouped = accounts.flatMap(({ group }) => (group ? [group] : []))
  const active = accounts.filter(({ is_active }) => is_active).length
  return `${counted(accounts.length, 'account')}${placed(grouped, accounts.length)}, ${active.toLocaleString()} active.`
}

const placed = (grouped: string[], all: number): string => {
  const groups = counted(new Set(grouped).size, 'group')
  if (grouped.length === all) return ` in ${groups}`
  if (grouped.length === 0) return ' in no group'
  return `, ${grouped.length.toLocaleString()} in ${groups}, ${(all - grouped.length).toLocaleString()} in no group`
}
