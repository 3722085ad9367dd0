import type { ReactNode, Ref } from 'react'

export const BottomBar = ({ label, ref, children }: { label: string; ref?: Ref<HTMLElement>; children: ReactNode }) => (
  <section
    ref={ref}
    tabIndex={-1}
    aria-label={label}
    className="sticky bottom-0 z-10 squat:static -mx-4 mt-auto -mb-4 border-t border-line bg-surface px-4 py-3 outline-none md:-mx-6 md:-mb-6 md:rounded-b-xl md:px-6 xl:-mx-9 xl:px-9"
  >
    {children}
  </section>
)
