import type { ReactNode } from 'react'
import { LazyWindow } from './LazyWindow'
import { lazy } from './lazy'

const DialogWindow = lazy(() => import('./DialogWindow'), { warm: true })

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
  <LazyWindow open={props.open} onClose={props.onClose}>
    <DialogWindow {...props} />
  </LazyWindow>
)
