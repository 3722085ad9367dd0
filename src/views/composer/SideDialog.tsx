import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../ui'
import { Part } from '../ui/states/Part'
import type { DialogProps } from '../ui/windows/Dialog'

interface SideDialogProps extends Pick<DialogProps, 'title' | 'footer' | 'busy' | 'onClose' | 'children'> {
  side: HTMLElement
}

/** Not modal: the page beside it stays usable. The focus goes to the control with `data-autofocus`. */
export const SideDialog = ({ side, title, footer, busy = false, onClose, children }: SideDialogProps) => {
  const panel = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  const closeOnEscape = (event: KeyboardEvent) => {
    // React reports the keys of a window that was opened from here too.
    const isOwn = event.target instanceof Node && panel.current?.contains(event.target)
    if (isOwn && event.key === 'Escape' && !event.defaultPrevented && !busy) onClose()
  }
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      aria-busy={busy || undefined}
      onKeyDown={closeOnEscape}
      className="flex h-full flex-col md:rounded-br-xl"
    >
      <div className="sticky top-14 max-h-[calc(100dvh-12rem)] overflow-y-auto px-4 pt-4 pb-3 short:static short:max-h-none">
        <div className="mb-3 flex min-h-11 items-center justify-between gap-2">
          <h2 id={titleId} className="text-lg">
            {title}
          </h2>
          <IconButton icon={X} label="Close" disabled={busy} onClick={onClose} className="-mr-2" />
        </div>
        <Part>{children}</Part>
      </div>
      <div className="sticky bottom-0 mt-auto flex min-h-18 flex-wrap items-center justify-end gap-2.5 border-t border-line bg-surface px-4 py-3 short:static md:rounded-br-xl">
        {footer}
      </div>
    </div>,
    side,
  )
}
