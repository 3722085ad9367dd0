import { type MouseEvent, type MouseEventHandler, type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import * as words from '../../../schemas/crud.words'
import { cx } from '../cx'
import { Select } from '../forms/Select'

export type PaginationProps = {
  page: number
  pages: number
  size: number
  sizes: readonly number[]
  hrefOf: (page: number) => string
  /** A plain click calls this; other clicks use the link's address. */
  onPageChange: (page: number) => void
  onSizeChange: (size: number) => void
}

export const Pagination = ({ page, pages, size, sizes, hrefOf, onPageChange, onSizeChange }: PaginationProps) => {
  const sizeId = useId()
  const to = (target: number) => ({
    href: hrefOf(target),
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      onPageChange(target)
    },
  })
  return (
    <div className="mt-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-ink-2">
      <div className="flex flex-1 items-center gap-2.5 max-sm:w-full max-sm:flex-none">
        <label htmlFor={sizeId}>{words.rowsPerPage}</label>
        <Select
          id={sizeId}
          value={size}
          onChange={(event) => onSizeChange(Number(event.currentTarget.value))}
          className="w-20"
        >
          {sizes.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
        <span className="ml-1.5 tabular-nums max-sm:ml-auto">
          Page {page} of {pages}
        </span>
      </div>
      <nav aria-label="Pages" className="max-sm:w-full">
        <ul className="flex flex-wrap items-center gap-0.5 max-sm:justify-center">
          <li>
            <PageLink {...to(Math.max(1, page - 1))} disabled={page <= 1}>
              Previous
            </PageLink>
          </li>
          {pageNumbers(page, pages).map((entry) =>
            entry.kind === 'gap' ? (
              <li key={entry.key} aria-hidden="true" className="px-1">
                …
              </li>
            ) : (
              <li key={entry.page}>
                <PageLink {...to(entry.page)} current={entry.page === page} label={`Page ${entry.page}`}>
                  {entry.page}
                </PageLink>
              </li>
            ),
          )}
          <li>
            <PageLink {...to(Math.min(pages, page + 1))} disabled={page >= pages}>
              Next
            </PageLink>
          </li>
        </ul>
      </nav>
    </div>
  )
}

type PageLinkProps = {
  href: string
  onClick: MouseEventHandler
  current?: boolean
  disabled?: boolean
  label?: string
  children: ReactNode
}

const PageLink = ({ href, onClick, current = false, disabled = false, label, children }: PageLinkProps) => (
  <Link
    href={href}
    onClick={onClick}
    aria-label={label}
    aria-current={current ? 'page' : undefined}
    aria-disabled={disabled || undefined}
    className={cx(
      'inline-flex h-9 min-w-9 items-center justify-center rounded-md px-2 text-sm tabular-nums coarse:h-ctl',
      disabled
        ? 'pointer-events-none text-ink-3'
        : current
          ? 'bg-primary font-semibold text-on-primary forced-colors:underline'
          : 'font-semibold text-ink hover:bg-sunken',
    )}
  >
    {children}
  </Link>
)

export type PageEntry = { kind: 'page'; page: number } | { kind: 'gap'; key: string }

/** First, last and neighbours of the current page (three at either end), with gaps where more than one is left out. */
export const pageNumbers = (page: number, pages: number): PageEntry[] => {
  const near = new Set([1, pages, page - 1, page, page + 1])
  if (page <= 2) near.add(3)
  if (page >= pages - 1) near.add(pages - 2)
  const shown = [...near].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b)
  return shown.flatMap((number, index): PageEntry[] => {
    const missing = number - (shown[index - 1] ?? 0) - 1
    const entry: PageEntry = { kind: 'page', page: number }
    if (missing === 0) return [entry]
    if (missing === 1) return [{ kind: 'page', page: number - 1 }, entry]
    return [{ kind: 'gap', key: `gap-${number}` }, entry]
  })
}
