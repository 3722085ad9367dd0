import { Description, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react'
import { X } from 'lucide-react'
import { useEffect, useId } from 'react'
import { createPortal } from 'react-dom'
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
  side,
  role = 'dialog',
  children,
}: DialogProps) => {
  const panel = useDoubleClickKeepsOpen(open && !side)
  const titleId = useId()
  const close = (className: string) => (
    <IconButton icon={X} label="Close" disabled={busy} onClick={onClose} className={className} />
  )
  useEffect(() => {
    if (side) panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [side, panel])
  if (side)
    return createPortal(
      <div
        ref={panel}
        role="dialog"
        aria-labelledby={titleId}
        aria-busy={busy || undefined}
        onKeyDown={({ target, key, defaultPrevented }) => {
          // React reports the keys of a window that was opened from here too.
          const isOwn = target instanceof Node && panel.current?.contains(target)
          if (isOwn && key === 'Escape' && !defaultPrevented && !busy) onClose()
        }}
        className="flex h-full flex-col md:rounded-br-xl"
      >
        <div className="sticky top-14 max-h-[calc(100dvh-12rem)] overflow-y-auto px-4 pt-4 pb-3 short:static short:max-h-none">
          <div className="mb-3 flex min-h-11 items-center justify-between gap-2">
            <h2 id={titleId} className="text-lg">
              {title}
            </h2>
            {close('-mr-2')}
          </div>
          <Part>{children}</Part>
        </div>
        <div className="sticky bottom-0 mt-auto flex min-h-18 flex-wrap items-center justify-end gap-2.5 border-t border-line bg-surface px-4 py-3 short:static md:rounded-br-xl">
          {footer}
        </div>
      </div>,
      side,
    )
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
            {close('absolute top-3.5 right-3.5 sm:top-4.5 sm:right-4')}
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  )
}

export default DialogWindow
