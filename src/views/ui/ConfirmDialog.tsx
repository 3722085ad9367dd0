import type { ReactNode } from 'react'
import { Button } from './Button'
import { Dialog } from './Dialog'

export type ConfirmDialogProps = {
  open: boolean
  /** The question, exactly as the specification words it. */
  question: ReactNode
  /** What goes away with it, in one line. */
  detail?: ReactNode
  confirmLabel?: string
  busyLabel?: string
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is lost: first focus is on Cancel. */
export const ConfirmDialog = ({
  open,
  question,
  detail,
  confirmLabel = 'Delete',
  busyLabel = 'Deleting...',
  busy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => (
  <Dialog
    open={open}
    onClose={onCancel}
    title={question}
    description={detail}
    busy={busy}
    size="sm"
    role="alertdialog"
    footer={
      <>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button tone="danger" busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </>
    }
  />
)
