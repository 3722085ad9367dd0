export const pageSizes = [5, 10, 15, 20] as const
export type PageSize = (typeof pageSizes)[number]

export const sortColumns = ['username', 'group', 'created_at'] as const
export type SortColumn = (typeof sortColumns)[number]

export const statusFilters = ['any', 'active', 'inactive'] as const
export type StatusFilter = (typeof statusFilters)[number]

export interface TableState {
  /** Part of a username, as typed. */
  search: string
  /** A group's name in lower case, empty for accounts without a group, null for all accounts. */
  group: string | null
  status: StatusFilter
  sort: SortColumn
  descending: boolean
  /** From 1; past the last page means the last page. */
  page: number
  size: PageSize
}

export type TableEvent =
  | { type: 'search.change'; search: string }
  | { type: 'group.choose'; group: string | null }
  | { type: 'status.choose'; status: StatusFilter }
  | { type: 'filters.clear' }
  | { type: 'sort.toggle'; column: SortColumn }
  | { type: 'sort.choose'; column: SortColumn; descending: boolean }
  | { type: 'page.choose'; page: number }
  | { type: 'size.choose'; size: number }

const noFilters = { search: '', group: null, status: 'any' } as const

export const initialTableState: TableState = { ...noFilters, sort: 'created_at', descending: true, page: 1, size: 5 }

export const hasFilters = ({ group, status }: TableState): boolean =>
  group !== noFilters.group || status !== noFilters.status

/** Every change except a page change leads to the first page; a new page size keeps the first row visible. */
export const nextTableState = (state: TableState, event: TableEvent): TableState => {
  switch (event.type) {
    case 'search.change':
      return { ...state, search: event.search, page: 1 }
    case 'group.choose':
      return { ...state, group: event.group, page: 1 }
    case 'status.choose':
      return { ...state, status: event.status, page: 1 }
    case 'filters.clear':
      return { ...state, ...noFilters, page: 1 }
    case 'sort.toggle':
      return {
        ...state,
        sort: event.column,
        descending: event.column === state.sort ? !state.descending : false,
        page: 1,
      }
    case 'sort.choose':
      return { ...state, sort: event.column, descending: event.descending, page: 1 }
    case 'page.choose':
      return { ...state, page: event.page }
    case 'size.choose': {
      const size = pageSizes.find((each) => each === event.size) ?? state.size
      return { ...state, size, page: Math.floor(((state.page - 1) * state.size) / size) + 1 }
    }
  }
}

/** The first frame reads this key before the console's code is loaded. */
export const pageSizeKey = 'auto-comment-bot.pageSize'

/** The last page size that was chosen on this device. */
export const rememberedSize = (stored: string | null): PageSize =>
  pageSizes.find((each) => String(each) === stored) ?? initialTableState.size

/** Reads the query of an address; missing or invalid parts have their defaults, with pages of `usual` rows. */
export const readTableState = (query: string, usual: PageSize = initialTableState.size): TableState => {
  const params = new URLSearchParams(query)
  const sort = params.get('sort')
  const column = sort?.replace(/^-/, '')
  const known = sortColumns.find((each) => each === column)
  const page = Number(params.get('page'))
  const size = Number(params.get('size'))
  return {
    search: params.get('search') ?? noFilters.search,
    group: params.get('group')?.toLowerCase() ?? noFilters.group,
    status: statusFilters.find((each) => each === params.get('status')) ?? noFilters.status,
    sort: known ?? initialTableState.sort,
    descending: known ? sort?.startsWith('-') === true : initialTableState.descending,
    page: Number.isSafeInteger(page) && page >= 1 ? page : initialTableState.page,
    size: pageSizes.find((each) => each === size) ?? usual,
  }
}

/** The query for `readTableState`, with its question mark; empty for the default state. */
export const tableQuery = ({ search, group, status, sort, descending, page, size }: TableState): string => {
  const params = new URLSearchParams()
  if (search !== noFilters.search) params.set('search', search)
  if (group !== null) params.set('group', group)
  if (status !== noFilters.status) params.set('status', status)
  if (sort !== initialTableState.sort || descending !== initialTableState.descending)
    params.set('sort', `${descending ? '-' : ''}${sort}`)
  if (page !== initialTableState.page) params.set('page', String(page))
  if (size !== initialTableState.size) params.set('size', String(size))
  const query = params.toString()
  return query === '' ? '' : `?${query}`
}
