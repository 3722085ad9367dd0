import { Pencil, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Link } from 'wouter'
import type { Account } from '../../src/schemas/accounts/accounts'
import { pageSizes } from '../../src/schemas/tableState'
import {
  ActiveBadge,
  Avatar,
  Cell,
  ColumnHeader,
  Field,
  IconButton,
  Input,
  iconButtonClass,
  Pagination,
  RowActions,
  SortHeader,
  Table,
  TableBody,
  TableHead,
  TableRow,
  Time,
} from '../../src/views/ui'

declare global {
  interface Window {
    reactTable: { accounts: Account[]; root: HTMLElement }
  }
}

const shown = 20

/** The console's table from the console's own components, with React state only. */
const ReactTable = ({ accounts }: { accounts: Account[] }) => {
  const [search, setSearch] = useState('')
  const [descending, setDescending] = useState(true)
  const [sorted, setSorted] = useState(accounts)
  const wanted = search.trim().toLowerCase()
  const found = sorted.filter(({ username }) => username.toLowerCase().includes(wanted))
  const sort = () => {
    const sign = descending ? 1 : -1
    setDescending(!descending)
    setSorted(
      sorted.toSorted((one, other) =>
        one.username < other.username ? -sign : one.username > other.username ? sign : 0,
      ),
    )
  }
  return (
    <>
      <Field label="Search" labelHidden>
        <Input type="search" icon={Search} value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
      </Field>
      <Table label="Media agents">
        <TableHead>
          <SortHeader direction={descending ? 'descending' : 'ascending'} onSort={sort}>
            User Name
          </SortHeader>
          <ColumnHeader>Group</ColumnHeader>
          <ColumnHeader>Status</ColumnHeader>
          <ColumnHeader>Created At</ColumnHeader>
          <ColumnHeader align="end">Actions</ColumnHeader>
        </TableHead>
        <TableBody>
          {found.slice(0, shown).map(({ id, username, group, is_active, created_at }) => (
            <TableRow key={id} indent>
              <Cell phone="title">
                <span className="flex items-center gap-3 font-semibold">
                  <Avatar name={username} />
                  <span className="min-w-0 break-words">{username.toLowerCase()}</span>
                </span>
              </Cell>
              <Cell phone="inline">{group?.toLowerCase()}</Cell>
              <Cell phone="inline">
                <ActiveBadge activity={is_active ? 'active' : 'inactive'} />
              </Cell>
              <Cell label="Created At">
                <Time value={created_at} />
              </Cell>
              <Cell phone="aside" align="end">
                <RowActions>
                  <Link href={`/admin/media-agent/${id}`} aria-label={`Edit ${username}`} className={iconButtonClass()}>
                    <Pencil aria-hidden="true" className="size-4.5" />
                  </Link>
                  <IconButton icon={Trash2} label={`Delete ${username}`} />
                </RowActions>
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Pagination
        page={1}
        pages={Math.ceil(found.length / shown)}
        size={shown}
        sizes={pageSizes}
        hrefOf={(page) => `?page=${page}`}
        onPageChange={() => {}}
        onSizeChange={() => {}}
      />
    </>
  )
}

const { accounts, root } = window.reactTable
createRoot(root).render(<ReactTable accounts={accounts} />)
