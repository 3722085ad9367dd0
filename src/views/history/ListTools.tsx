import { ArrowUpWideNarrow, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TableRef } from '../../machines/crud/table'
import * as words from '../../schemas/history/history.words'
import { type ListState, listQuery, listSizes, nextListState, type Page } from '../../schemas/history/historyTable'
import { Button, EmptyState, Field, Input, Pagination, Select } from '../ui'

interface List {
  table: TableRef<ListState, Partial<ListState>>
  path: string
  state: ListState
}

interface ListToolsProps {
  list: List
  placeholder: string
  /** Labels by value; `all` stands for no value. */
  statuses: Readonly<Record<string, string>>
}

export const ListTools = ({ list: { table, state }, placeholder, statuses }: ListToolsProps) => (
  <div className="mb-3.5 flex flex-wrap items-center gap-2">
    <Field label="Search" labelHidden className="w-full sm:w-80">
      <Input
        type="search"
        icon={Search}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={state.search}
        onChange={(event) => table.send({ type: 'search.type', search: event.currentTarget.value })}
        onBlur={() => table.send({ type: 'search.keep' })}
      />
    </Field>
    <Field label="Show" labelHidden className="max-sm:flex-1">
      <Select
        value={state.status}
        onChange={(event) => table.send({ type: 'table.change', change: { status: event.currentTarget.value } })}
      >
        {Object.entries(statuses).map(([value, label]) => (
          <option key={value} value={value === 'all' ? '' : value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
    <Button
      tone={state.failedFirst ? 'soft' : 'quiet'}
      icon={ArrowUpWideNarrow}
      aria-pressed={state.failedFirst}
      onClick={() => table.send({ type: 'table.change', change: { failedFirst: !state.failedFirst } })}
    >
      Failed first
    </Button>
  </div>
)

interface FoundProps<T> {
  list: List
  page: Page<T>
  children: ReactNode
}

export const FoundRows = <T,>({ list: { table, path, state }, page, children }: FoundProps<T>) =>
  page.rows.length === 0 ? (
    <EmptyState
      kind="noMatch"
      actions={<Button onClick={() => table.send({ type: 'table.change', change: everything })}>Show all</Button>}
    >
      {words.noMatch}
    </EmptyState>
  ) : (
    <>
      {children}
      {page.pages > 1 || state.size < listSizes[1] ? (
        <Pagination
          page={page.page}
          pages={page.pages}
          size={state.size}
          sizes={listSizes}
          hrefOf={(to) => path + listQuery(nextListState(state, { page: to }))}
          onPageChange={(to) => table.send({ type: 'table.change', change: { page: to } })}
          onSizeChange={(size) => table.send({ type: 'table.change', change: { size } })}
        />
      ) : null}
    </>
  )

const everything: Partial<ListState> = { search: '', status: '' }
