import { flushSync } from 'react-dom'
import toast from 'react-hot-toast/headless'
import type { Toast } from '../../machines/crud/emitted'

const duration = 3000

/** The message is in the document at once: what waits for the next frame (`afterPaint`) waits for the one that shows it. */
export const showToast = ({ tone, message }: Toast): void => {
  flushSync(() => toast[tone](message, { duration }))
}
