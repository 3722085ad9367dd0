import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { publicMessages } from '../../../schemas/commonMessages'
import { cx } from '../cx'
import { Part } from '../states/Part'

/** Children: one TableHead, one TableBody. `dense` is for many columns. */
export const Table = ({
  label,
  busy,
  dense = false,
  className,
  children,
}: {
  label: string
  busy?: boolean
  dense?: boolean
  className?: string
  children: ReactNode
}) => (
  <div
    className={cx(
      'relative overflow-x-auto rounded-lg border border-line bg-surface edge-shadows',
      dense && '@container',
    )}
  >
    <Part className="p-4">
      <table
        aria-label={label}
        aria-busy={busy || undefined}
        className={cx('w-full border-collapse text-left text-sm max-md:block', dense && denseColumns, className)}
      >
        {children}
      </table>
    </Part>
  </div>
)

const denseColumns =
  'md:[--gap:--spacing(1.5)] md:@min-[52rem]:[--gap:--spacing(2)] md:@min-[60rem]:[--gap:--spacing(3)] @max-[60rem]:[&_th]:whitespace-normal'
const columnGap = 'px-[var(--gap,--spacing(4))]'

export const TableHead = ({ children }: { children: ReactNode }) => (
  <thead className="bg-sunken max-md:hidden">
    <tr>{children}</tr>
  </thead>
)

export const TableBody = ({ children }: { children: ReactNode }) => <tbody className="max-md:block">{children}</tbody>

type Align = 'start' | 'end'
const headerCell = cx('h-10.5 text-xs font-semibold whitespace-nowrap text-ink-2', columnGap)

export const ColumnHeader = ({ align = 'start', children }: { align?: Align; children: ReactNode }) => (
  <th scope="col" className={cx(headerCell, align === 'end' && 'text-right')}>
    {children}
  </th>
)

export type SortDirection = 'ascending' | 'descending'

export type SortHeaderProps = {
  direction: SortDirection | null
  onSort: () => void
  children: ReactNode
}

/** Only the sorted column carries `aria-sort`. */
export const SortHeader = ({ direction, onSort, children }: SortHeaderProps) => {
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th scope="col" aria-sort={direction ?? undefined} className={headerCell}>
      <button
        type="button"
        onClick={onSort}
        className={cx(
          '-mx-1.5 inline-flex min-h-8 items-center gap-2 rounded-sm px-1.5 font-semibold hover:text-ink coarse:min-h-ctl',
          direction && 'text-ink',
        )}
      >
        {children}
        <Arrow aria-hidden="true" className={cx('size-4', direction ? 'text-primary' : 'text-ink-3')} />
      </button>
    </th>
  )
}

/** `opens`: a click presses the row's check box, or follows its link marked with `data-opens`. */
export const TableRow = ({
  indent,
  opens = false,
  className,
  ...rest
}: ComponentProps<'tr'> & { indent?: boolean; opens?: boolean }) => (
  <tr
    {...rest}
    onClick={opens ? openRow : undefined}
    className={cx(
      opens && 'cursor-pointer',
      'border-t border-line transition-colors md:hover:bg-canvas/60',
      'max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1.5 max-md:px-4 max-md:py-3 max-md:first:border-t-0',
      'max-md:after:order-2 max-md:after:-mb-1.5 max-md:after:w-full',
      indent ? 'max-md:pl-15 max-md:[--indent:2.75rem]' : 'max-md:[--indent:0px]',
      className,
    )}
  />
)

const openRow = ({ target, currentTarget }: MouseEvent<HTMLTableRowElement>) => {
  // React also brings the clicks of a window that a cell opened.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  if (target.closest('a, button, input, label, summary') || getSelection()?.isCollapsed === false) return
  const control =
    currentTarget.querySelector<HTMLElement>('input') ?? currentTarget.querySelector<HTMLElement>('[data-opens]')
  control?.click()
}

const phoneLooks = {
  title:
    'max-md:order-1 max-md:min-w-0 max-md:-ml-(--indent) max-md:flex-1 max-md:basis-full max-md:[tr:has([data-phone=aside])_&]:basis-[calc(100%-9.5rem+var(--indent))]',
  aside: 'max-md:order-2 max-md:ml-auto max-md:text-end',
  inline: 'max-md:order-3',
  line: 'max-md:order-4 max-md:w-full max-md:text-xs',
  half: 'max-md:order-5 max-md:w-[calc(50%-0.375rem)] max-md:self-start max-md:text-xs',
}

export type CellProps = Omit<ComponentProps<'td'>, 'align'> & {
  phone?: keyof typeof phoneLooks
  label?: string
  align?: Align
}

export const Cell = ({ phone = 'line', label, align = 'start', className, children, ...rest }: CellProps) => (
  <td
    {...rest}
    data-phone={phone}
    className={cx(
      'py-1.5 md:h-13.5 max-md:block max-md:p-0',
      columnGap,
      align === 'end' && 'md:text-right',
      phoneLooks[phone],
      className,
    )}
  >
    {label && (phone === 'line' || phone === 'half') ? (
      <span aria-hidden="true" className={cx('text-ink-3 md:hidden', phone === 'half' ? 'block' : 'mr-1')}>
        {label}
      </span>
    ) : null}
    {children}
  </td>
)

export const EmptyRow = ({ columns }: { columns: number }) => (
  <tr className="max-md:block">
    <td colSpan={columns} className="h-24 px-4 text-center font-semibold text-ink-2 max-md:block max-md:py-9">
      {publicMessages.list.empty}
    </td>
  </tr>
)

export const RowActions = ({ children }: { children: ReactNode }) => (
  <div className="mr-[calc(-1*min(--spacing(2.5),var(--gap,--spacing(4))))] inline-flex items-center justify-end gap-0.5 align-middle">
    {children}
  </div>
)

const bones = ['w-28', 'w-20', 'w-14', 'w-32']

export const TableLoading = ({ rows = 3 }: { rows?: number }) => (
  <div data-loading="list" className="overflow-hidden rounded-lg border border-line bg-surface" aria-busy="true">
    <div aria-hidden="true">
      <div className="h-10.5 bg-sunken" />
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div key={key} className="flex h-13 animate-pulse items-center gap-5 border-t border-line px-4">
          <span className="size-8 shrink-0 rounded-full bg-line" />
          {bones.map((width) => (
            <span key={width} className={cx('h-2.5 shrink rounded-full bg-line', width)} />
          ))}
        </div>
      ))}
    </div>
    <p role="status" className="border-t border-line px-4 py-3 text-sm text-ink-2">
      {publicMessages.list.loading}
    </p>
  </div>
)
