import type { ReactNode } from 'react'

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex min-h-5 items-center rounded-sm border border-line bg-sunken px-1.5 font-mono text-2xs text-ink-2">
    {children}
  </kbd>
)
