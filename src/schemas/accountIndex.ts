import type { Account } from './accounts'
import type { SortColumn, TableState } from './tableState'

/** What searching and sorting need of a list, worked out once per list. */
export interface AccountIndex {
  accounts: readonly Account[]
  /** Lowercased usernames, in the order of `accounts`. */
  usernames: readonly string[]
  /** Positions in `accounts`, ascending. */
  orderBy(column: SortColumn): readonly number[]
}

export interface AccountPage {
  rows: readonly Account[]
  /** All that match the search, shown or not. */
  total: number
  page: number
  pages: number
  /** The row that would come into the place of the given one: the next match, else the one before. */
  neighbours: ReadonlyMap<number, number>
}

export const createAccountIndex = (accounts: readonly Account[]): AccountIndex => {
  const usernames = accounts.map(({ username }) => username.toLowerCase())
  const keys: Record<SortColumn, () => readonly (string | number)[]> = {
    username: () => usernames.map((name) => name.replace(/^@/, '')),
    group: () => groupRanks(accounts),
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
  return { accounts, usernames, orderBy }
}

export const accountPage = (index: AccountIndex, { search, sort, descending, page, size }: TableState): AccountPage => {
  const wanted = search.trim().toLowerCase()
  const ascending = index.orderBy(sort)
  const order = descending ? ascending.toReversed() : ascending
  const found = wanted === '' ? order : order.filter((at) => index.usernames[at]?.includes(wanted))
  const pages = Math.max(1, Math.ceil(found.length / size))
  const current = Math.min(page, pages)
  const from = (current - 1) * size
  const account = (position: number) => {
    const at = found[position]
    return at === undefined ? undefined : index.accounts[at]
  }
  const rows: Account[] = []
  const neighbours = new Map<number, number>()
  for (let position = from; position < Math.min(from + size, found.length); position += 1) {
    const row = account(position)
    const neighbour = account(position + 1) ?? account(position - 1)
    if (row) rows.push(row)
    if (row && neighbour) neighbours.set(row.id, neighbour.id)
  }
  return { rows, total: found.length, page: current, pages, neighbours }
}

/** Groups in the alphabet's order, no group last. */
const groupRanks = (accounts: readonly Account[]): number[] => {
  const { compare } = new Intl.Collator()
  const names = [...new Set(accounts.map(({ group }) => group?.toLowerCase() ?? ''))].filter((name) => name !== '')
  const ranks = new Map(names.sort(compare).map((name, rank) => [name, rank]))
  return accounts.map(({ group }) => ranks.get(group?.toLowerCase() ?? '') ?? ranks.size)
}

const sorted = (keys: readonly (string | number)[]): number[] =>
  Array.from(keys, (_, position) => position).sort((a, b) => compareKeys(keys[a], keys[b]) || a - b)

const compareKeys = (a: string | number | undefined, b: string | number | undefined): number =>
  a === b || a === undefined || b === undefined ? 0 : a < b ? -1 : 1
