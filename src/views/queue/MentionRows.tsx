import { AtSign } from 'lucide-react'
import { atHandle } from '../../schemas/handle'
import type { Mention } from '../../schemas/inbox/inbox'
import { cx, Time } from '../ui'
import type { MentionedPost } from './toAnswerEntries'

interface MentionRowsProps {
  posts: MentionedPost[]
  /** No longer waiting. */
  left: Mention['id'][]
  /** The row in the tab order; the others are reached by the arrow keys. */
  tabStop: string | undefined
  onAnswer: (mention: Mention) => void
}

export const MentionRows = ({ posts, left, tabStop, onAnswer }: MentionRowsProps) => (
  <ul>
    {posts.map(({ mention, accounts }) => (
      <li key={mention.tweet_id} data-id={mention.tweet_id}>
        <button
          type="button"
          data-entry
          tabIndex={mention.tweet_id === tabStop ? 0 : -1}
          aria-disabled={left.includes(mention.id) || undefined}
          onClick={() => {
            if (!left.includes(mention.id)) onAnswer(mention)
          }}
          className={cx(
            'grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-sunken',
            left.includes(mention.id) && 'text-ink-3',
          )}
        >
          <AtSign aria-hidden="true" className="size-3.5 text-ink-2" />
          <span translate="no" className="truncate font-semibold">
            {atHandle(mention.author_username)}
          </span>
          <Time value={mention.created_at} className="text-xs text-ink-2" />
          <span dir="auto" className="col-span-2 col-start-2 truncate text-xs text-ink-2">
            {mention.text}
          </span>
          <span translate="no" className="col-span-2 col-start-2 truncate text-xs text-ink-2">
            {namesOf(accounts)}
          </span>
        </button>
      </li>
    ))}
  </ul>
)

/** The operator's accounts that a post mentions. */
export const namesOf = (accounts: string[]): string => accounts.map((name) => atHandle(name)).join(', ')
