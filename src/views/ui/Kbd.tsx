import type { ReactNode } from 'react'
import { cx } from './cx'

/** A key. `hint`: beside what it does, where there is a keyboard to press it on. */
export const Kbd = ({ hint = false, children }: { hint?: boolean; children: ReactNode }) => (
  <kbd
    className={cx(
      'inline-flex min-h-5 items-center rounded-sm border border-line bg-sunken px-1.5 font-mono text-2xs text-ink-2',
      hint && 'max-sm:hidden coarse:hidden',
    )}
  >
    {children}
  </kbd>
)
