import type { ReactNode } from 'react'
import { cx } from '../cx'

export const SectionHeader = ({
  title,
  count,
  actions,
  className,
}: {
  title: ReactNode
  count?: ReactNode
  actions?: ReactNode
  className?: string
}) => (
  <div className={cx('flex flex-wrap items-center gap-x-3 gap-y-2', className ?? 'mb-4')}>
    <h2 className="text-lg">{title}</h2>
    {count}
    {actions ? <div className="ml-auto flex flex-wrap gap-1">{actions}</div> : null}
  </div>
)

export const CountBadge = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex min-h-6 min-w-6 items-center justify-center rounded-full bg-sunken px-2 text-xs font-semibold text-ink-2 tabular-nums">
    {children}
  </span>
)
