import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountPage, createAccountIndex, foundAccounts } from '../../src/schemas/accounts/accountIndex'
import type { Account } from '../../src/schemas/accounts/accounts'
import { handleText } from '../../src/schemas/gate/handles'
import { atHandle } from '../../src/schemas/handle'
import {
  hasFilters,
  initialTableState,
  nextTableState,
  pageSizeKey,
  pageSizes,
  readTableState,
  rememberedSize,
  sortColumns,
  statusFilters,
  type TableState,
  tableQuery,
} from '../../src/schemas/tableState'

const anyState: fc.Arbitrary<TableState> = fc.record({
  search: fc.string({ unit: 'grapheme' }),
  group: fc.constantFrom(null, '', 'alpha', 'beta', 'ärger', 'nobody’s & co'),
  status: fc.constantFrom(...statusFilters),
  sort: fc.constantFrom(...sortColumns),
  descending: fc.boolean(),
  page: fc.integer({ min: 1, max: 10_000 }),
  size: fc.constantFrom(...pageSizes),
})

const anyAccounts: fc.Arbitrary<Account[]> = fc
  .array(
    fc.record({
      username: fc.stringMatching(/^@?[A-Za-z]{1,3}$/),
      group: fc.constantFrom('Alpha', 'beta', 'Ärger', '', null),
      is_active: fc.boolean(),
      created_at: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', 'not a date'),
    }),
    { maxLength: 60 },
  )
  .map((rows) => rows.map((row, index) => ({ ...row, id: index + 1 })))

describe('the table state', () => {
  it('starts with the newest account first, five per page', () => {
    expect(initialTableState).toEqual({
      search: '',
      group: null,
      status: 'any',
      sort: 'created_at',
      descending: true,
      page: 1,
      size: 5,
    })
    expect(tableQuery(initialTableState)).toBe('')
  })

  it('is unchanged after writing it to the address and reading it', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(readTableState(tableQuery(state))).toEqual(state)
      }),
    )
  })

  it('accepts as much of any address as makes sense', () => {
    expect(readTableState('?sort=-password&page=0&size=7&status=gone&search=ada&group=Launch')).toEqual({
      ...initialTableState,
      search: 'ada',
      group: 'launch',
    })
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        expect(pageSizes).toContain(readTableState(query).size)
      }),
    )
  })

  it('sorts another column ascending first, the same column in the other direction', () => {
    const byName = nextTableState({ ...initialTableState, page: 3 }, { type: 'sort.toggle', column: 'username' })
    expect(byName).toEqual({ ...initialTableState, sort: 'username', descending: false })
    expect(nextTableState(byName, { type: 'sort.toggle', column: 'username' }).descending).toBe(true)
  })

  it('sorts a chosen column in the chosen direction, from the first page on', () => {
    const change = { type: 'sort.choose', column: 'group', descending: true } as const
    const chosen = nextTableState({ ...initialTableState, search: 'a', page: 3 }, change)
    expect(chosen).toEqual({ ...initialTableState, search: 'a', sort: 'group', descending: true })
  })

  it('goes to the chosen page, and keeps everything else', () => {
    const state: TableState = { ...initialTableState, search: 'a', group: 'beta', status: 'active', page: 2, size: 15 }
    expect(nextTableState(state, { type: 'page.choose', page: 7 })).toEqual({ ...state, page: 7 })
  })

  it('goes to the first page of the results of a search', () => {
    expect(nextTableState({ ...initialTableState, page: 4 }, { type: 'search.change', search: 'a' })).toEqual({
      ...initialTableState,
      search: 'a',
    })
  })

  it('counts a group or a status as a filter, but not a search', () => {
    const filtered = [{ group: 'x' }, { group: '' }, { status: 'active' }, { search: 'a' }, {}] as const
    expect(filtered.map((change) => hasFilters({ ...initialTableState, ...change }))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  it('goes to the first page of the filtered list, and clears search and filters at once', () => {
    const filtered = nextTableState(
      nextTableState(
        { ...initialTableState, search: 'a', sort: 'group', page: 4 },
        { type: 'group.choose', group: 'x' },
      ),
      { type: 'status.choose', status: 'inactive' },
    )
    expect(filtered).toEqual({
      ...initialTableState,
      search: 'a',
      sort: 'group',
      group: 'x',
      status: 'inactive',
    })
    expect(nextTableState({ ...filtered, page: 2 }, { type: 'filters.clear' })).toEqual({
      ...initialTableState,
      sort: 'group',
    })
  })

  it('keeps the first row visible when the page size changes', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom(...pageSizes), (state, size) => {
        const next = nextTableState(state, { type: 'size.choose', size })
        const firstRow = (state.page - 1) * state.size
        expect(Math.floor(firstRow / size) + 1).toBe(next.page)
      }),
    )
  })
})

describe('a page of accounts', () => {
  it('shows every match once over all pages, in any order', () => {
    fc.assert(
      fc.property(anyAccounts, anyState, (accounts, state) => {
        const index = createAccountIndex(accounts)
        const { pages, total } = accountPage(index, state)
        const shown = Array.from(
          { length: pages },
          (_, at) => accountPage(index, { ...state, page: at + 1 }).rows,
        ).flat()
        const wanted = handleText(state.search).toLowerCase()
        const matches = accounts.filter(
          ({ username, group, is_active }) =>
            atHandle(username).toLowerCase().includes(wanted) &&
            (state.group === null || (group ?? '').toLowerCase() === state.group) &&
            (state.status === 'any' || is_active === (state.status === 'active')),
        )
        expect(shown.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))).toEqual(matches.map(({ id }) => id))
        expect(total).toBe(matches.length)
      }),
    )
  })

  it('has the requested length, except the last one, and never exceeds it', () => {
    fc.assert(
      fc.property(anyAccounts, anyState, (accounts, state) => {
        const { rows, page, pages, total } = accountPage(createAccountIndex(accounts), {
          ...state,
          search: '',
          group: null,
          status: 'any',
        })
        expect(page).toBeLessThanOrEqual(pages)
        expect(rows).toHaveLength(page < pages ? state.size : total - (pages - 1) * state.size)
      }),
    )
  })

  const named = (...usernames: string[]): Account[] =>
    usernames.map((username, index) => ({
      id: index + 1,
      username,
      group: [null, 'b', 'A'][index % 3] ?? null,
      is_active: true,
      created_at: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
    }))
  const order = (accounts: Account[], state: Partial<TableState>) =>
    accountPage(createAccountIndex(accounts), { ...initialTableState, size: 20, ...state }).rows.map(({ id }) => id)

  it('sorts usernames ignoring case and @', () => {
    expect(order(named('@cy', 'Ada', '@bob'), { sort: 'username', descending: false })).toEqual([2, 3, 1])
  })

  it('sorts groups ignoring case, no group last', () => {
    expect(order(named('x', 'y', 'z'), { sort: 'group', descending: false })).toEqual([3, 2, 1])
  })

  it('shows the accounts of one group, or those without', () => {
    const accounts = named('u', 'v', 'w', 'x', 'y')
    const oldestFirst = { descending: false } as const
    expect(order(accounts, { ...oldestFirst, group: 'b' })).toEqual([2, 5])
    expect(order(accounts, { ...oldestFirst, group: '' })).toEqual([1, 4])
  })

  it('sorts by the time of creation', () => {
    expect(order(named('x', 'y', 'z'), {})).toEqual([3, 2, 1])
  })

  it('searches only usernames', () => {
    const accounts = named('@launch', '@ada')
    expect(order(accounts, { search: ' ADA ' })).toEqual([2])
    expect(order(accounts, { search: 'b' })).toEqual([])
  })

  it('counts the accounts of each group ignoring case, accounts without a group last', () => {
    const [first, ...others] = named('a', 'b', 'c', 'd')
    const index = createAccountIndex([{ ...(first as Account), group: 'B' }, ...others])
    expect(index.groupSizes()).toEqual([
      { name: 'a', size: 1 },
      { name: 'b', size: 2 },
      { name: '', size: 1 },
    ])
  })

  it('names the row that moves up after a deletion', () => {
    const { neighbours } = accountPage(createAccountIndex(named('a', 'b', 'c', 'd', 'e', 'f', 'g')), {
      ...initialTableState,
      sort: 'username',
      descending: false,
    })
    expect(neighbours).toEqual([2, 3, 4, 5, 6])
    const last = accountPage(createAccountIndex(named('a', 'b')), { ...initialTableState, page: 1 })
    expect(last.neighbours).toEqual([1, 2])
  })
})

describe('the address of a table', () => {
  it.each([
    [{ search: 'a b' }, '?search=a+b'],
    [{ group: '' }, '?group='],
    [{ group: 'beta' }, '?group=beta'],
    [{ status: 'active' }, '?status=active'],
    [{ status: 'inactive' }, '?status=inactive'],
    [{ descending: false }, '?sort=created_at'],
    [{ sort: 'group', descending: true }, '?sort=-group'],
    [{ sort: 'username', descending: false }, '?sort=username'],
    [{ page: 2 }, '?page=2'],
    [{ size: 10 }, '?size=10'],
  ] as const)('of %j is %s', (change, address) => {
    expect(tableQuery({ ...initialTableState, ...change })).toBe(address)
    expect(readTableState(address)).toEqual({ ...initialTableState, ...change })
  })

  it.each([
    '?page=1.5',
    '?page=-1',
    '?page=1e99',
    '?size=6',
    '?status=',
    '?sort=',
    '?sort=-',
    '?sort=--group',
    '?sort=g-roup',
  ])('that is %j equals the initial state', (address) => {
    expect(readTableState(address)).toEqual(initialTableState)
  })

  it('has the usual number of rows if the address contains none', () => {
    expect([
      readTableState('', 15).size,
      readTableState('?size=7', 20).size,
      readTableState('?size=5', 20).size,
    ]).toEqual([15, 20, 5])
  })
})

describe('the page size that a device remembers', () => {
  it.each([
    ['5', 5],
    ['10', 10],
    ['15', 15],
    ['20', 20],
    ['7', 5],
    ['', 5],
    [null, 5],
  ])('are read from %j as %i rows', (kept, size) => {
    expect(rememberedSize(kept)).toBe(size)
  })

  it('is read from the place where earlier versions stored it', () => {
    expect(pageSizeKey).toBe('auto-comment-bot.pageSize')
  })

  it('does not change if another size is not one of the four', () => {
    const state: TableState = { ...initialTableState, size: 10, page: 3 }
    expect(nextTableState(state, { type: 'size.choose', size: 12 })).toEqual(state)
    expect(nextTableState(state, { type: 'size.choose', size: 15 })).toEqual({ ...state, size: 15, page: 2 })
  })
})

describe('results of an index', () => {
  const accounts: Account[] = [
    { id: 7, username: '@Zoe', group: 'b', is_active: true, created_at: '2026-01-03T00:00:00.000Z' },
    { id: 8, username: 'amy', group: null, is_active: false, created_at: '2026-01-01T00:00:00.000Z' },
    { id: 9, username: 'M@x', group: 'A', is_active: true, created_at: 'unknown' },
    { id: 10, username: '@bo', group: 'B', is_active: false, created_at: '2026-01-02T00:00:00.000Z' },
  ]
  const index = createAccountIndex(accounts)
  const found = (change: Partial<TableState>) =>
    foundAccounts(index, { ...initialTableState, descending: false, ...change }).map((at) => accounts[at]?.id)

  it.each([
    ['created_at', [9, 8, 10, 7]],
    ['username', [8, 10, 9, 7]],
    ['group', [9, 7, 10, 8]],
  ] as const)('is ordered by %s, and the other way round', (sort, ids) => {
    expect(found({ sort })).toEqual(ids)
    expect(found({ sort, descending: true })).toEqual(ids.toReversed())
  })

  it.each([
    [{ status: 'active' }, [9, 7]],
    [{ status: 'inactive' }, [8, 10]],
    [{ group: 'b' }, [10, 7]],
    [{ group: 'b', status: 'active' }, [7]],
    [{ search: 'https://x.com/ZOE' }, [7]],
    [{ search: '@bo' }, [10]],
    [{ search: 'O', status: 'inactive' }, [10]],
  ] as const)('is bound by %j', (change, ids) => {
    expect(found(change)).toEqual(ids)
  })

  it('sorts each column once', () => {
    expect(index.orderBy('group')).toBe(index.orderBy('group'))
    expect(index.groupSizes()).toBe(index.groupSizes())
    expect(index.orderBy('username')).not.toEqual(index.orderBy('group'))
  })

  it('names the previous row as neighbour of the last row of the last page', () => {
    const page = (page: number, size: TableState['size']) =>
      accountPage(
        createAccountIndex(accounts.concat(accounts.map((each) => ({ ...each, id: Number(each.id) + 10 })))),
        {
          ...initialTableState,
          sort: 'username',
          descending: false,
          page,
          size,
        },
      )
    expect(page(1, 5)).toMatchObject({ page: 1, pages: 2, total: 8, neighbours: [18, 10, 20, 9, 19] })
    expect(page(2, 5)).toMatchObject({ page: 2, neighbours: [7, 17, 7] })
    expect(page(9, 20)).toMatchObject({ page: 1, pages: 1 })
  })

  it('names no neighbour for the only row, and still has a page without rows', () => {
    const only = accountPage(createAccountIndex(accounts.slice(0, 1)), initialTableState)
    expect(only.neighbours).toEqual([undefined])
    expect(accountPage(createAccountIndex([]), initialTableState)).toEqual({
      rows: [],
      total: 0,
      page: 1,
      pages: 1,
      neighbours: [],
    })
  })
})
