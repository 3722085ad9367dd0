import type { ReactNode } from 'react'
import { cx } from '../ui'

export interface ThreadRailProps {
  /** Whether another reply follows. */
  line: boolean
  className?: string
  children: ReactNode
}

/** The left column of the thread: a face, and the line that leads on to the next one. */
export const ThreadRail = ({ line, className, children }: ThreadRailProps) => (
  <div aria-hidden="true" className={cx('flex flex-col items-center gap-2', className)}>
    {children}
    {line ? <span className="w-0.75 flex-1 rounded-full bg-accent" /> : null}
  </div>
)

/** On a phone the line runs between the cards. */
export const PhoneThread = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('ml-7 block w-0.75 bg-accent sm:hidden', className)} />
)
