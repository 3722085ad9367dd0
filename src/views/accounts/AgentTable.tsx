import { Download, Search, SquareCheck } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { accountTable } from '../../machines/accounts/accountTable.actors'
import type { ResourceRef } from '../../machines/crud/resource'
import type { TableRef } from '../../machines/crud/table'
import { type AccountPage, accountPage, createAccountIndex, foundAccounts } from '../../schemas/accounts/accountIndex'
import type { Account, AccountBody } from '../../schemas/accounts/accounts'
import * as words from '../../schemas/accounts/accounts.words'
import { activityOf } from '../../schemas/accounts/activity'
import type { RecordId } from '../../schemas/base'
import { accountPath } from '../../schemas/paths'
import {
  hasFilters,
  nextTableState,
  pageSizes,
  type SortColumn,
  type TableEvent,
  type TableState,
  tableQuery,
} from '../../schemas/tableState'
import { RowButtons } from '../crud/RowButtons'
import { selectId } from '../crud/rowFocus'
import { useTable } from '../crud/useTable'
import { useLogic } from '../shell/logicContext'
import {
  ActiveBadge,
  Avatar,
  Button,
  Cell,
  ColumnHeader,
  EmptyRow,
  EmptyState,
  Field,
  Input,
  Pagination,
  SortHeader,
  Table,
  TableBody,
  TableHead,
  TableRow,
  Time,
} from '../ui'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { whenIdle } from '../ui/whenIdle'
import { AgentFilters } from './AgentFilters'

const BulkChange = lazy(() => import('./BulkChange'), { warm: true })

const columns = 5

type Accounts = ResourceRef<Account, AccountBody>
type AccountTable = TableRef<TableState, TableEvent>
export type RowPart = { render: (account: Account) => ReactNode }

type AgentTableProps = {
  accounts: Accounts
  items: Account[]
  aside: ReactNode
}

export const AgentTable = ({ accounts, items, aside }: AgentTableProps) => {
  const { table, path, state } = useTable(accountTable)
  const index = useMemo(() => createAccountIndex(items), [items])
  const before = useDeferredValue(state)
  const shown = before.search === state.search ? state : before
  const page = useMemo(() => accountPage(index, shown), [index, shown])
  useEffect(() => whenIdle(() => index.orderBy('username')), [index])
  const [selecting, setSelecting] = useState(false)
  const [leading, setLeading] = useState<RowPart>()
  const { downloads } = useLogic()
  const found = () => foundAccounts(index, state).flatMap((at) => items[at] ?? [])
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-center gap-x-2 gap-y-2 max-sm:-mr-2">
        <Field label="Search" labelHidden className="w-full max-sm:pr-2 sm:mr-2 sm:w-80">
          <Input
            type="search"
            icon={Search}
            placeholder={words.searchByUsername}
            autoComplete="off"
            spellCheck={false}
            value={state.search}
            onChange={(event) => table.send({ type: 'search.type', search: event.currentTarget.value })}
            onBlur={() => table.send({ type: 'search.keep' })}
          />
        </Field>
        <AgentFilters
          state={state}
          groups={index.groupSizes()}
          onGroup={(group) => table.send({ type: 'table.change', change: { type: 'group.choose', group } })}
          onSort={(column, descending) =>
            table.send({ type: 'table.change', change: { type: 'sort.choose', column, descending } })
          }
          onStatus={(status) => table.send({ type: 'table.change', change: { type: 'status.choose', status } })}
        />
        <div className="ml-auto flex flex-wrap max-sm:*:px-2.5">
          {aside}
          <Button
            id={selectId}
            tone={selecting ? 'soft' : 'quiet'}
            icon={SquareCheck}
            aria-pressed={selecting}
            onClick={() => setSelecting(!selecting)}
          >
            Select
          </Button>
          <Button tone="quiet" icon={Download} disabled={page.total === 0} onClick={() => downloads.accounts(found())}>
            Export
          </Button>
        </div>
      </div>
      {selecting ? (
        <LazyPart>
          <BulkChange
            accounts={accounts}
            index={index}
            state={shown}
            onLeading={setLeading}
            onEnd={() => setSelecting(false)}
          />
        </LazyPart>
      ) : null}
      <Found accounts={accounts} page={page} table={table} path={path} state={shown} leading={leading} />
      {items.length > 0 && page.total === 0 ? <NoMatch table={table} state={shown} /> : null}
    </>
  )
}

const NoMatch = ({ table, state }: { table: AccountTable; state: TableState }) => {
  const clearFilters = () => table.send({ type: 'table.change', change: { type: 'filters.clear' } })
  const searched = state.search.trim()
  const filtered = hasFilters(state)
  return (
    <EmptyState
      kind="noMatch"
      title={null}
      framed={false}
      actions={<Button onClick={clearFilters}>{filtered ? words.showAllAccounts : 'Clear search'}</Button>}
    >
      {searched === '' ? words.noneFiltered : words.noneFound(searched, filtered)}
    </EmptyState>
  )
}

type RowsProps = {
  accounts: Accounts
  page: AccountPage
  table: AccountTable
  state: TableState
  leading: RowPart | undefined
}
type FoundProps = RowsProps & { path: string }

/** The search reaches the table when the browser has time, so that typing never waits. */
const Found = memo(({ path, ...found }: FoundProps) => {
  const { page, table, state } = found
  return (
    <>
      <Rows {...found} />
      {page.total === 0 ? null : (
        <Pagination
          page={page.page}
          pages={page.pages}
          size={state.size}
          sizes={pageSizes}
          hrefOf={(to) => path + tableQuery(nextTableState(state, { type: 'page.choose', page: to }))}
          onPageChange={(to) => table.send({ type: 'table.change', change: { type: 'page.choose', page: to } })}
          onSizeChange={(size) => table.send({ type: 'table.change', change: { type: 'size.choose', size } })}
        />
      )}
    </>
  )
})

const Rows = ({ accounts, page, table, state, leading }: RowsProps) => {
  const sortable = (column: SortColumn) => ({
    direction: state.sort !== column ? null : state.descending ? ('descending' as const) : ('ascending' as const),
    onSort: () => table.send({ type: 'table.change', change: { type: 'sort.toggle', column } }),
  })
  return (
    <Table label="Media agents">
      <TableHead>
        <SortHeader {...sortable('username')}>User Name</SortHeader>
        <SortHeader {...sortable('group')}>Group</SortHeader>
        <ColumnHeader>Status</ColumnHeader>
        <SortHeader {...sortable('created_at')}>Created At</SortHeader>
        <ColumnHeader align="end">Actions</ColumnHeader>
      </TableHead>
      <TableBody>
        {page.total === 0 ? <EmptyRow columns={columns} /> : null}
        {page.rows.map((account, row) => (
          <AgentRow
            key={account.id}
            accounts={accounts}
            account={account}
            neighbour={page.neighbours[row]}
            leading={leading}
          />
        ))}
      </TableBody>
    </Table>
  )
}

type AgentRowProps = {
  accounts: Accounts
  account: Account
  neighbour: RecordId | undefined
  leading: RowPart | undefined
}

const AgentRow = memo(({ accounts, account, neighbour, leading }: AgentRowProps) => {
  const username = account.username.toLowerCase()
  return (
    <TableRow indent opens>
      <Cell phone="title">
        <span className="flex items-center gap-3 font-semibold">
          {leading?.render(account)}
          <Avatar name={username} />
          <bdi className="min-w-0 wrap-anywhere md:min-w-36">{username}</bdi>
        </span>
      </Cell>
      <Cell phone="inline" className="wrap-anywhere text-ink-2 max-md:self-start max-md:pt-0.5 max-md:empty:hidden">
        {account.group?.toLowerCase()}
      </Cell>
      <Cell phone="inline">
        <ActiveBadge activity={activityOf(account)} />
        {!account.is_active && account.inactive_reason ? (
          <details className="group mt-1 max-w-72 text-xs text-ink-3">
            <summary className="line-clamp-1 cursor-pointer wrap-anywhere group-open:line-clamp-none">
              {account.inactive_reason}
            </summary>
          </details>
        ) : null}
      </Cell>
      <Cell label="Created At">
        <Time format="full" value={account.created_at} />
      </Cell>
      <Cell phone="aside" align="end">
        <RowButtons
          resource={accounts}
          item={account}
          name={username}
          editHref={accountPath(account.id)}
          next={neighbour}
        />
      </Cell>
    </TableRow>
  )
})
