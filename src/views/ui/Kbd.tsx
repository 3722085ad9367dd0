import type { ReactNode } from 'react'
import { cx } from './cx'

interface KbdProps {
  /** Beside what it does, where there is a keyboard to press it on. */
  hint?: boolean
  /** Has its place alone. */
  hidden?: boolean
  children: ReactNode
}

/** A key. */
export const Kbd = ({ hint = false, hidden = false, children }: KbdProps) => (
  <kbd
    aria-hidden={hidden || undefined}
    className={cx(
      'inline-flex min-h-5 items-center rounded-sm border border-line bg-sunken px-1.5 font-mono text-2xs text-ink-2',
      hint && 'max-sm:hidden coarse:hidden',
      hidden && 'invisible',
    )}
  >
    {children}
  </kbd>
)
