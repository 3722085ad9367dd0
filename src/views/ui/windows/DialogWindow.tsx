import { Description, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react'
import { X } from 'lucide-react'
import { IconButton } from '../Button'
import { cx } from '../cx'
import { useDoubleClickKeepsOpen } from '../doubleClick'
import { Part } from '../states/Part'
import type { DialogProps } from './Dialog'

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
  sheet = false,
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
      <div aria-hidden="true" className={cx('fixed inset-0', !sheet && 'bg-scrim')} />
      <div className={cx('fixed', sheet ? 'inset-x-0 bottom-0' : 'inset-0 overflow-y-auto')}>
        <div className={cx(!sheet && 'flex min-h-full items-end justify-center p-4 sm:items-center sm:p-6')}>
          <DialogPanel
            ref={panel}
            className={cx(
              'relative w-full bg-raised p-4.5 shadow-3 sm:p-6 forced-colors:border',
              sheet
                ? 'max-h-[58dvh] short:max-h-dvh overflow-y-auto rounded-t-xl border-t border-line pb-0 sm:pb-0'
                : cx('rounded-xl', widths[size]),
            )}
          >
            <div className="mb-5 pr-10">
              <DialogTitle className="font-display text-xl font-bold tracking-tight wrap-anywhere">{title}</DialogTitle>
              {description ? <Description className="mt-0.5 text-sm text-ink-2">{description}</Description> : null}
            </div>
            <Part>{children}</Part>
            {footer ? (
              <div
                className={cx(
                  'flex flex-wrap items-center gap-2.5 max-sm:*:flex-1 sm:justify-end',
                  sheet
                    ? 'sticky bottom-0 -mx-4.5 mt-3 border-t border-line bg-raised px-4.5 py-3 sm:-mx-6 sm:px-6'
                    : 'mt-6',
                )}
              >
                {footer}
              </div>
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
