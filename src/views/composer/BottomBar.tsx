import type { ReactNode } from 'react'

/** Without a label inside a region that has one. */
export const BottomBar = ({ label, children }: { label?: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className="sticky bottom-0 z-10 squat:static -mx-4 mt-auto -mb-4 border-t border-line bg-surface px-4 py-3 md:-mx-6 md:-mb-6 md:rounded-b-xl md:px-6 xl:-mx-9 xl:px-9"
  >
    {children}
  </section>
)
