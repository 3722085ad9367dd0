import { Description, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react'
import { X } from 'lucide-react'
import { IconButton } from './Button'
import { cx } from './cx'
import type { DialogProps } from './Dialog'
import { useDoubleClickKeepsOpen } from './doubleClick'
import { Part } from './Part'

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' }

/** While busy, Headless UI must not receive Escape, because it would move the focus. */
const DialogWindow = ({
  open,
  onClose,
  title,
  description,
  footer,
  busy = false,
  size = 'md',
  role = 'dialog',
  children,
}: DialogProps) => {
  const panel = useDoubleClickKeepsOpen(open)
  return (
    <HeadlessDialog
      open={open}
      onClose={() => {
        if (!busy) onClose()
      }}
      role={role}
      autoFocus={false}
      aria-busy={busy || undefined}
      onKeyDown={(event) => {
        if (busy && event.key === 'Escape') event.preventDefault()
      }}
      className="relative z-40 outline-none"
    >
      <div aria-hidden="true" className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-end justify-center p-4 sm:items-center sm:p-6">
          <DialogPanel
            ref={panel}
            className={cx(
              'relative w-full rounded-xl bg-raised p-4.5 shadow-3 sm:p-6 forced-colors:border',
              widths[size],
            )}
          >
            <div className="mb-5 pr-10">
              <DialogTitle className="font-display text-xl font-bold tracking-tight wrap-anywhere">{title}</DialogTitle>
              {description ? <Description className="mt-0.5 text-sm text-ink-2">{description}</Description> : null}
            </div>
            <Part>{children}</Part>
            {footer ? (
              <div className="mt-6 flex flex-wrap items-center gap-2.5 max-sm:*:flex-1 sm:justify-end">{footer}</div>
            ) : null}
            <IconButton
              icon={X}
              label="Close"
              disabled={busy}
              onClick={onClose}
              className="absolute top-3.5 right-3.5 sm:top-4.5 sm:right-4"
            />
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  )
}

export default DialogWindow
