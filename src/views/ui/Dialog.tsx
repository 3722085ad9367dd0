import type { ReactNode } from 'react'
import { LateWindow } from './LateWindow'
import { late } from './late'

const DialogWindow = late(() => import('./DialogWindow'), { warm: true })

export type DialogProps = {
  open: boolean
  /** Asked for by Escape, the scrim and the close button; never called while busy. */
  onClose: () => void
  title: ReactNode
  /** One line below the title; it becomes the dialog's description. */
  description?: ReactNode
  /** Buttons, the main one last: they stand at the right, and side by side on a phone. */
  footer?: ReactNode
  busy?: boolean
  size?: 'sm' | 'md' | 'lg'
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

/** A modal window. Focus goes to its first control (the close button comes last) and returns on closing. */
export const Dialog = (props: DialogProps) => (
  <LateWindow open={props.open} onClose={props.onClose}>
    <DialogWindow {...props} />
  </LateWindow>
)
