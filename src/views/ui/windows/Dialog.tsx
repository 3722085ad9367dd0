import type { ReactNode } from 'react'
import { lazy } from '../states/lazy'
import { LazyWindow } from './LazyWindow'

const DialogWindow = lazy(() => import('./DialogWindow'), { warm: true })

export type DialogProps = {
  open: boolean
  /** Never called while busy. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  busy?: boolean
  size?: 'sm' | 'md' | 'lg'
  /** At the bottom, so that the upper part of the page stays in sight. */
  sheet?: boolean
  /** A place beside the page, which stays usable. */
  side?: HTMLElement | null
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

/** Focus goes to the first control (the close button is last) and returns on closing. */
export const Dialog = (props: DialogProps) => (
  <LazyWindow open={props.open} onClose={props.onClose}>
    <DialogWindow {...props} />
  </LazyWindow>
)
