import { SlidersHorizontal } from 'lucide-react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'

/** Opens above its icon, and closes with Escape and when the focus leaves it. */
export const Popup = ({ label, children }: { label: string; children: ReactNode }) => (
  <details onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
    <summary
      aria-label={label}
      title={label}
      className="inline-flex size-ctl cursor-pointer list-none items-center justify-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
    >
      <SlidersHorizontal aria-hidden="true" className="size-4.5" />
    </summary>
    {/* Focusable, so that a click on its text does not close it. */}
    <div
      tabIndex={-1}
      className="absolute right-4 bottom-full z-10 mb-2 flex flex-col items-start gap-2 max-h-[60dvh] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-lg border border-line bg-raised p-3.5 shadow-2 outline-none"
    >
      {children}
    </div>
  </details>
)

export const closeWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
}

export const closeOnEscape = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
  if (key === 'Escape') currentTarget.open = false
}
