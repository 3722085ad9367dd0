import { Bell, CircleCheck, CircleX, Info } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '../ui/cx'
import { useRecentMessages } from '../ui/recentMessages'

const marks = {
  success: { icon: CircleCheck, ink: 'text-success' },
  error: { icon: CircleX, ink: 'text-danger' },
  plain: { icon: Info, ink: 'text-ink-2' },
}

/** The bell: what the toasts said, for whoever missed them. The browser's own popover closes on Escape and outside clicks. */
export const RecentMessages = () => {
  const messages = useRecentMessages()
  const id = useId()
  const [seenAt, setSeenAt] = useState(0)
  const hasNew = messages.some(({ at }) => at > seenAt)
  const seeAll = () => setSeenAt(Math.max(0, ...messages.map(({ at }) => at)))
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        onClick={seeAll}
        title="Recent messages"
        aria-label={hasNew ? 'Recent messages, some are new' : 'Recent messages'}
        className="relative inline-flex size-ctl items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
      >
        <Bell aria-hidden="true" className="size-4.5" />
        {hasNew ? (
          <span
            aria-hidden="true"
            className="absolute top-2.25 right-2.5 size-2 rounded-full bg-accent ring-2 ring-surface"
          />
        ) : null}
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-auto top-16 right-4 m-0 w-[min(22rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised p-4 text-ink shadow-3 md:right-6"
      >
        <h2 className="text-md">Recent messages</h2>
        {messages.length === 0 ? (
          <p className="mt-1 text-sm text-ink-2">Nothing yet.</p>
        ) : (
          <ul className="mt-2 flex max-h-80 flex-col gap-2.5 overflow-y-auto">
            {messages.map((message) => {
              const { icon: Icon, ink } = marks[message.tone]
              return (
                <li key={message.id} className="flex items-start gap-2 text-sm">
                  <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', ink)} />
                  <span className="min-w-0 flex-1 break-words">{message.text}</span>
                  <time
                    dateTime={new Date(message.at).toISOString()}
                    className="text-xs leading-5 text-ink-3 tabular-nums"
                  >
                    {new Date(message.at).toLocaleTimeString(undefined, { timeStyle: 'short' })}
                  </time>
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </>
  )
}
