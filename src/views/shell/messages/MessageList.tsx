import { CircleCheck, CircleX, Info } from 'lucide-react'
import { Link } from 'wouter'
import { CopyButton } from '../../ui/CopyButton'
import { cx } from '../../ui/cx'
import type { RecentMessage } from '../../ui/recentMessages'
import { Time } from '../../ui/Time'

const marks = {
  success: { icon: CircleCheck, ink: 'text-success' },
  error: { icon: CircleX, ink: 'text-danger' },
  plain: { icon: Info, ink: 'text-ink-2' },
}

const MessageList = ({ messages }: { messages: readonly RecentMessage[] }) => (
  <ul className="mt-2 flex max-h-80 flex-col gap-1 overflow-y-auto">
    {messages.map((message) => {
      const { icon: Icon, ink } = marks[message.tone]
      return (
        <li key={message.id} className="flex items-start gap-2 text-sm">
          <Icon aria-hidden="true" className={cx('mt-2.5 size-4 shrink-0', ink)} />
          <span className="min-w-0 flex-1 py-2 break-words">
            {message.href ? (
              <Link href={message.href} className="text-link">
                {message.text}
              </Link>
            ) : (
              message.text
            )}
          </span>
          <span className="py-2 text-xs leading-5 text-ink-3">
            <Time value={new Date(message.at).toISOString()} />
          </span>
          <CopyButton text={message.text} what={`Copy “${message.text}”`} />
        </li>
      )
    })}
  </ul>
)

export default MessageList
