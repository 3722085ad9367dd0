import type { ReactNode } from 'react'
import { cx } from './cx'

interface KbdProps {
  hint?: boolean
  hidden?: boolean
  children: ReactNode
}

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
