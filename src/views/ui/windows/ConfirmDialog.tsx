import type { ReactNode } from 'react'
import { buttons } from '../../../schemas/crud.words'
import { Button } from '../Button'
import { Dialog } from './Dialog'

export type ConfirmDialogProps = {
  open: boolean
  /** The question as the specification words it. */
  question: ReactNode
  detail?: ReactNode
  confirmLabel?: string
  busyLabel?: string
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

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
          {buttons.cancel}
        </Button>
        <Button tone="danger" busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </>
    }
  />
)
