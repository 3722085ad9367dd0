import { Bell } from 'lucide-react'
import { useId, useState } from 'react'
import * as words from '../../../schemas/shell/shell.words'
import { isNewHere, useRecentMessages } from '../../ui/recentMessages'
import { LazyPart } from '../../ui/states/LazyPart'
import { lazy } from '../../ui/states/lazy'

/** In one chunk with the first toast, so that it is loaded when a message exists. */
const MessageList = lazy(() => import('./MessageList'))

export const RecentMessages = () => {
  const messages = useRecentMessages()
  const id = useId()
  const [newest] = messages
  const [seen, setSeen] = useState<typeof newest>()
  const hasNew = newest && newest !== seen && isNewHere(newest)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        onClick={() => setSeen(newest)}
        title="Recent messages"
        aria-label={hasNew ? words.newMessages : 'Recent messages'}
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
          <p className="mt-1 text-sm text-ink-2">{words.noMessages}</p>
        ) : (
          <LazyPart>
            <MessageList messages={messages} />
          </LazyPart>
        )}
      </div>
    </>
  )
}
