import type { ReactNode } from 'react'
import { cx } from '../cx'

export type PageHeaderProps = {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  className?: string
}

export const PageHeader = ({ title, lead, actions, className }: PageHeaderProps) => (
  <header className={cx('mb-5 flex flex-wrap items-end gap-x-6 gap-y-4 sm:mb-6', className)}>
    <div className="min-w-0 flex-1 basis-64">
      <h1 tabIndex={-1} className="text-2xl tracking-[-0.03em] break-words">
        {title}
      </h1>
      {lead ? <p className="mt-0.5 text-md text-ink-2">{lead}</p> : null}
    </div>
    {actions ? (
      <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:*:grow max-sm:*:basis-2/5">{actions}</div>
    ) : null}
  </header>
)
