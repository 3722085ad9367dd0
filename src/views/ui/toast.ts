import { flushSync } from 'react-dom'
import toast from 'react-hot-toast/headless'
import type { Toast } from '../../machines/crud/emitted'

const duration = 3000

/** Synchronous, because `afterPaint` waits for the frame that shows the message. */
export const showToast = ({ tone, message }: Toast): void => {
  flushSync(() => toast[tone](message, { duration }))
}
