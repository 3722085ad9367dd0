import { type ReactNode, useState } from 'react'
import { publicMessages as messages } from '../../../schemas/commonMessages'
import * as words from '../../../schemas/crud.words'
import { Button } from '../Button'
import { cx } from '../cx'
import { Arrival } from '../states/LazyPart'
import { Spinner } from '../states/Spinner'
import { TryAgain } from '../states/TryAgain'

export type LazyWindowProps = {
  open: boolean
  onClose: () => void
  children: ReactNode
}

export const LazyWindow = ({ open, onClose, children }: LazyWindowProps) => {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Arrival
      resetKey={String(open)}
      waiting={
        open ? (
          <Plate onClose={onClose} late>
            <p role="status" className="flex items-center gap-2">
              <Spinner />
              {messages.list.loading}
            </p>
          </Plate>
        ) : null
      }
      missing={({ advice, isReplaced }, tryAgain) =>
        open ? (
          <Plate onClose={onClose}>
            <p role="alert">
              {words.windowNotLoaded} {advice}
            </p>
            <TryAgain isReplaced={isReplaced} onClick={tryAgain} />
          </Plate>
        ) : null
      }
    >
      {children}
    </Arrival>
  )
}

/** A stable function, or React would close and open the dialog with every rendering. */
const showModal = (dialog: HTMLDialogElement | null) => {
  dialog?.showModal()
  return () => dialog?.close()
}

/** The browser's modal dialog, which works before any code is loaded. */
const Plate = ({ late, onClose, children }: { late?: boolean; onClose: () => void; children: ReactNode }) => (
  <dialog
    ref={showModal}
    aria-label={late ? 'Loading' : 'Not loaded'}
    onCancel={(event) => {
      event.preventDefault()
      onClose()
    }}
    className={cx(
      'm-auto max-w-[calc(100vw-2rem)] rounded-xl bg-raised p-5 text-sm text-ink shadow-3 backdrop:bg-scrim forced-colors:border',
      late && 'animate-appear-late backdrop:animate-appear-late',
    )}
  >
    <div className="flex flex-wrap items-center gap-3">
      {children}
      <Button size="sm" onClick={onClose}>
        {words.buttons.cancel}
      </Button>
    </div>
  </dialog>
)
