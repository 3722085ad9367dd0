import type { RecordId } from '../base'
import { handleText } from '../gate/handles'
import { groupKey } from '../groups/groupKey'
import { bareHandle } from '../handle'
import type { SortColumn, TableState } from '../tableState'
import type { Account } from './accounts'
import { activityOf } from './activity'

/** Built once per list, because searching and sorting run at each typed key. */
export interface AccountIndex {
  accounts: readonly Account[]
  /** Lowercased handles with their @, in the order of `accounts`. */
  usernames: readonly string[]
  /** Lowercased names of groups, empty for none, in the order of `accounts`. */
  groups: readonly string[]
  /** Positions in `accounts`, ascending. */
  orderBy(column: SortColumn): readonly number[]
  /** How many accounts each group has, in the alphabet's order, no group last. */
  groupSizes(): readonly GroupSize[]
}

export interface GroupSize {
  /** In lower case, empty for no group. */
  name: string
  size: number
}

export interface AccountPage {
  rows: readonly Account[]
  /** All matches, including those on other pages. */
  total: number
  page: number
  pages: number
  /**
   * For each row, the id of the row that takes its place if it is deleted: the next match, otherwise the previous one.
   */
  neighbours: readonly (RecordId | undefined)[]
}

export const createAccountIndex = (accounts: readonly Account[]): AccountIndex => {
  const usernames = accounts.map(({ username }) => `@${bareHandle(username)}`.toLowerCase())
  const groups = accounts.map(({ group }) => groupKey(group ?? ''))
  const keys: Record<SortColumn, () => readonly (string | number)[]> = {
    username: () => usernames,
    group: () => groupRanks(groups),
    created_at: () => accounts.map(({ created_at }) => Date.parse(created_at) || 0),
  }
  const orders = new Map<SortColumn, readonly number[]>()
  const orderBy = (column: SortColumn): readonly number[] => {
    const known = orders.get(column)
    if (known) return known
    const order = sorted(keys[column]())
    orders.set(column, order)
    return order
  }
  let sizes: readonly GroupSize[] | undefined
  const groupSizes = () => {
    sizes ??= countGroups(groups)
    return sizes
  }
  return { accounts, usernames, groups, orderBy, groupSizes }
}

/** Positions of the accounts that match search and filters, in the order of the table. */
export const foundAccounts = (
  index: AccountIndex,
  { search, group, status, sort, descending }: TableState,
): readonly number[] => {
  const wanted = handleText(search).toLowerCase()
  const ascending = index.orderBy(sort)
  let found = descending ? ascending.toReversed() : ascending
  if (wanted !== '') found = found.filter((at) => index.usernames[at]?.includes(wanted))
  if (group !== null) found = found.filter((at) => index.groups[at] === group)
  if (status === 'any') return found
  return found.filter((at) => {
    const account = index.accounts[at]
    return account && activityOf(account) === status
  })
}

export const accountPage = (index: AccountIndex, state: TableState): AccountPage => {
  const { page, size } = state
  const found = foundAccounts(index, state)
  const pages = Math.max(1, Math.ceil(found.length / size))
  const current = Math.min(page, pages)
  const from = (current - 1) * size
  const account = (position: number) => index.accounts[found[position] ?? -1]
  const rows = found.slice(from, from + size).flatMap((at) => index.accounts[at] ?? [])
  const neighbours = rows.map((_, row) => (account(from + row + 1) ?? account(from + row - 1))?.id)
  return { rows, total: found.length, page: current, pages, neighbours }
}

/** Groups in the alphabet's order, no group last. */
const groupRanks = (groups: readonly string[]): number[] => {
  const ranks = new Map(countGroups(groups).map(({ name }, rank) => [name, rank]))
  return groups.map((name) => ranks.get(name) ?? ranks.size)
}

const countGroups = (groups: readonly string[]): GroupSize[] => {
  const sizes = new Map<string, number>()
  for (const name of groups) sizes.set(name, (sizes.get(name) ?? 0) + 1)
  const { compare } = new Intl.Collator()
  return [...sizes]
    .map(([name, size]) => ({ name, size }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === '') || compare(a.name, b.name))
}

const sorted = (keys: readonly (string | number)[]): number[] =>
  Array.from(keys, (_, position) => position).sort((a, b) => compareKeys(keys[a], keys[b]) || a - b)

const compareKeys = (a: string | number | undefined, b: string | number | undefined): number =>
  a === b || a === undefined || b === undefined ? 0 : a < b ? -1 : 1
