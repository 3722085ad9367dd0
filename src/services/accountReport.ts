import type { Account } from '../schemas/accounts'
import { type ReportColumn, reportCsv } from './csvReport'

/** Accounts with the columns of their table, and why X refuses one. Never a credential. */
export const accountsCsv = (accounts: readonly Account[]): string => reportCsv(columns, accounts)

const columns: readonly ReportColumn<Account>[] = [
  ['User Name', ({ username }) => username],
  ['Group', ({ group }) => group],
  ['Status', ({ is_active }) => (is_active ? 'ACTIVE' : 'IN ACTIVE')],
  ['Reason', ({ inactive_reason }) => inactive_reason],
  ['Created At', ({ created_at }) => created_at],
]
