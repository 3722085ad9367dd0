import { CircleCheck, CircleX, Info } from 'lucide-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless'
import { cx } from './cx'
import { isNewHere, type RecentMessage, rememberMessage, useRecentMessages } from './recentMessages'

const looks = {
  success: { icon: CircleCheck, ink: 'text-success' },
  error: { icon: CircleX, ink: 'text-danger' },
  plain: { icon: Info, ink: 'text-ink-2' },
}

/** A frame or two, even in a hidden tab. */
const paintedMillis = 50

/**
 * Placed directly in the body, because an open dialog makes the application's root inert. One permanent region
 * announces each painted text once.
 */
const Toaster = () => {
  const { toasts } = useToaster()
  const latest = useRecentMessages()[0]

  useEffect(() => {
    const timer = setTimeout(() => toasts.map(messageOf).reverse().forEach(rememberMessage), paintedMillis)
    return () => clearTimeout(timer)
  }, [toasts])

  return createPortal(
    <section
      aria-label="Messages"
      className="pointer-events-none fixed inset-x-0 top-4 z-50 flex flex-col items-center gap-2 px-4"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} message={messageOf(toast)} visible={toast.visible} />
      ))}
      <div role="status" className="sr-only">
        {latest && isNewHere(latest) ? <span key={latest.id}>{latest.text}</span> : null}
      </div>
    </section>,
    document.body,
  )
}

const ToastCard = ({ message, visible }: { message: RecentMessage; visible: boolean }) => {
  const { icon: Icon, ink } = looks[message.tone]
  return (
    <div
      role="presentation"
      className={cx(
        'flex max-w-[min(100%,40rem)] items-center gap-2.5 rounded-lg border border-line bg-raised px-4 py-3 text-sm font-semibold shadow-3 animate-arrive',
        !visible && '-translate-y-2 opacity-0 transition-[translate,opacity] duration-200 ease-calm',
      )}
    >
      <Icon aria-hidden="true" className={cx('size-4.5 shrink-0', ink)} />
      <span className="line-clamp-8 min-w-0 break-words">{message.text}</span>
    </div>
  )
}

/** Toast ids are counted per page, so stored messages of an earlier page could have the same id. */
const messageOf = (toast: Toast): RecentMessage => {
  const message = resolveValue(toast.message, toast)
  return {
    id: `${toast.createdAt} ${toast.id}`,
    tone: toast.type === 'success' || toast.type === 'error' ? toast.type : 'plain',
    text: typeof message === 'string' ? message : '',
    at: toast.createdAt,
  }
}

export default Toaster
