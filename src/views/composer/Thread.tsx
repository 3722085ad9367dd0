import type { ReactNode } from 'react'
import { cx } from '../ui'

export interface ThreadRailProps {
  line: boolean
  className?: string
  children: ReactNode
}

export const ThreadRail = ({ line, className, children }: ThreadRailProps) => (
  <div aria-hidden="true" className={cx('flex flex-col items-center gap-2', className)}>
    {children}
    {line ? <span className="w-0.75 flex-1 rounded-full bg-accent" /> : null}
  </div>
)

export const PhoneThread = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('ml-7 block w-0.75 bg-accent sm:hidden', className)} />
)
