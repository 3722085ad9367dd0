import { ArrowUpDown, CircleDot, ListFilter, type LucideIcon } from 'lucide-react'
import { type ComponentProps, memo } from 'react'
import type { GroupSize } from '../../schemas/accounts/accountIndex'
import * as words from '../../schemas/accounts/accounts.words'
import {
  initialTableState,
  type SortColumn,
  type StatusFilter,
  statusFilters,
  type TableState,
} from '../../schemas/tableState'
import { buttonClass, cx } from '../ui'

export interface AgentFiltersProps {
  state: TableState
  groups: readonly GroupSize[]
  onGroup: (group: string | null) => void
  onStatus: (status: StatusFilter) => void
  onSort: (column: SortColumn, descending: boolean) => void
}

export const AgentFilters = ({ state, groups, onGroup, onStatus, onSort }: AgentFiltersProps) => {
  const chosen = state.group
  const isGone = chosen !== null && groups.every(({ name }) => name !== chosen)
  const listed = isGone ? [...groups, { name: chosen, size: 0 }] : groups
  return (
    <>
      <FilterSelect
        icon={ListFilter}
        active={chosen !== null}
        aria-label={words.filterByGroup}
        value={chosen === null ? everyGroup : groupValue(chosen)}
        onChange={({ currentTarget: { value } }) => onGroup(value === everyGroup ? null : value.slice(1))}
      >
        <option value={everyGroup}>All groups</option>
        <GroupOptions groups={listed} />
      </FilterSelect>
      <FilterSelect
        icon={CircleDot}
        active={state.status !== 'any'}
        aria-label={words.filterByStatus}
        value={state.status}
        onChange={({ currentTarget: { value } }) => onStatus(statusFilters.find((status) => status === value) ?? 'any')}
      >
        <option value="any">Any status</option>
        <option value="active">Active only</option>
        <option value="inactive">Inactive only</option>
      </FilterSelect>
      <FilterSelect
        icon={ArrowUpDown}
        className="md:hidden"
        active={state.sort !== initialTableState.sort || state.descending !== initialTableState.descending}
        aria-label="Order by"
        value={String([state.sort, state.descending])}
        onChange={({ currentTarget: { value } }) => {
          const [, column, descending] = orders.find(([, ...order]) => String(order) === value) ?? orders[0]
          onSort(column, descending)
        }}
      >
        {orders.map(([label, ...order]) => (
          <option key={label} value={String(order)}>
            {label}
          </option>
        ))}
      </FilterSelect>
    </>
  )
}

const orders: readonly [Order, ...Order[]] = [
  ['Newest first', 'created_at', true],
  ['Oldest first', 'created_at', false],
  [words.nameAscending, 'username', false],
  [words.nameDescending, 'username', true],
  [words.groupAscending, 'group', false],
  [words.groupDescending, 'group', true],
]
type Order = [label: string, column: SortColumn, descending: boolean]

/** Drawn once per list and not at each typed key, because there may be hundreds of groups. */
const GroupOptions = memo(({ groups }: { groups: readonly GroupSize[] }) =>
  groups.map(({ name, size }) => (
    <option key={name} value={groupValue(name)}>
      {name || 'No group'} ({size.toLocaleString()})
    </option>
  )),
)

/** A group's value begins with a colon, so this cannot clash. */
const everyGroup = ''
const groupValue = (name: string): string => `:${name}`

type FilterSelectProps = ComponentProps<'select'> & {
  icon: LucideIcon
  active: boolean
}

const FilterSelect = ({ icon: Icon, active, className, children, ...select }: FilterSelectProps) => (
  <span className={cx('relative inline-flex min-w-0 items-center', className)}>
    <Icon aria-hidden="true" className="pointer-events-none absolute left-3 size-4 text-ink-2" />
    <select
      {...select}
      className={buttonClass({
        tone: active ? 'soft' : 'quiet',
        className: 'max-w-60 appearance-none truncate pr-3 pl-8 text-left [field-sizing:content] max-sm:max-w-44',
      })}
    >
      {children}
    </select>
  </span>
)
