import { useSelector } from '@xstate/react'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useSearchParams } from 'wouter'
import { useEffects } from '../../effects'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import type { InboxRef } from '../../machines/inbox/inbox'
import { inboxActs, waiting } from '../../machines/inbox/inbox.actors'
import { atHandle } from '../../schemas/handle'
import type { Inbox, Mention } from '../../schemas/inbox'
import { initialInboxFilter } from '../../schemas/inboxFilter'
import { inboxPath } from '../../schemas/paths'
import { useLogic } from '../shell/logicContext'
import { useScreenActor } from '../shell/screenActor'
import { useShortcut } from '../shell/shortcut'
import { Button, buttonClass, cx, IconButton, Kbd } from '../ui'
import { nextWaiting } from './nextWaiting'
import { Questions } from './Questions'
import { isGenerating, useAnswering } from './useAnswering'

export interface WaitingProps {
  flow: ReplyFlowRef
  /** Its place is kept free since the page was opened; without it, the list is not shown before Home is opened again. */
  hasPlace: boolean
  /** Where it is said how many wait while the list has no place: there is room for it from the beginning. */
  count: HTMLElement | null
}

const mostShown = 3

/** What waits for an answer, above the composer: how many, and the newest. */
const Waiting = ({ flow, hasPlace, count }: WaitingProps) => {
  const [query, setQuery] = useSearchParams()
  const opened = Number(query.get('mention'))
  const inbox = useScreenActor(waiting, {
    filter: initialInboxFilter,
    opened: Number.isSafeInteger(opened) && opened > 0 ? [opened] : [],
  })
  const acts = useScreenActor(inboxActs)
  useEffects(inbox)
  const answer = useAnswering(flow, acts, ({ id }) => {
    inbox.send({ type: 'mention.opened', id })
    setQuery({ mention: String(id) }, { replace: true })
  })
  const isThere = useSelector(inbox, ({ context }) => context.shown !== undefined)
  const unread = useSelector(inbox, ({ context }) => context.shown?.unread ?? 0)
  const next = useSelector(inbox, ({ context }) => nextWaiting(context))
  const hasReplies = useSelector(flow, ({ context }) => context.replies.length > 0)
  const isWriting = useSelector(flow, isGenerating)
  useShortcut('j', 'plain', () => {
    if (next && !isWriting) answer(next)
  })
  return (
    <>
      {isThere && hasPlace ? (
        <WaitingList inbox={inbox} next={next} hasKey={!hasReplies && !isWriting} onAnswer={answer} />
      ) : null}
      {count && !hasPlace && unread > 0 ? createPortal(<>{unread.toLocaleString()} waiting</>, count) : null}
      <Questions acts={acts} />
    </>
  )
}

interface WaitingListProps {
  inbox: InboxRef
  next: Mention | undefined
  /** J leads to the next reply where there are any. */
  hasKey: boolean
  onAnswer: (mention: Mention) => void
}

const WaitingList = ({ inbox, next, hasKey, onAnswer }: WaitingListProps) => {
  const { inboxSight } = useLogic()
  const [isFolded, setFolded] = useState(() => inboxSight.read().folded)
  const { unread, mentions } = useSelector(inbox, ({ context }) => context.shown ?? nothing)
  const left = useSelector(inbox, ({ context }) => context.left)
  const fold = () => {
    setFolded(!isFolded)
    inboxSight.note({ folded: !isFolded })
  }
  return (
    <section aria-label="Waiting for an answer" className="rounded-lg border border-line bg-sunken px-4 py-1">
      <div className="flex min-h-10 items-center gap-2">
        <p className="min-w-0 flex-1 text-sm">
          <strong className="font-semibold tabular-nums">{unread.toLocaleString()}</strong> waiting
          <span className="max-sm:hidden"> for an answer</span>
        </p>
        {next ? (
          <Button size="sm" tone="soft" onClick={() => onAnswer(next)}>
            Answer next
            {hasKey ? <Kbd hint>J</Kbd> : null}
          </Button>
        ) : null}
        <Link href={inboxPath} className={cx(buttonClass({ size: 'sm', tone: 'quiet' }), 'max-[23rem]:hidden')}>
          Inbox
        </Link>
        <IconButton
          size="sm"
          icon={ChevronDown}
          label={isFolded ? 'Show the newest' : 'Fold up'}
          aria-expanded={!isFolded}
          onClick={fold}
          className={isFolded ? undefined : 'rotate-180'}
        />
      </div>
      {isFolded ? null : (
        <ul className="h-33 pb-1">
          {mentions.slice(0, mostShown).map((mention) => (
            <li key={mention.id} className="border-t border-line">
              <button
                type="button"
                disabled={left.includes(mention.id)}
                onClick={() => onAnswer(mention)}
                className={cx(
                  'flex h-10.5 w-full items-center gap-2 text-left text-sm hover:text-primary-ink',
                  left.includes(mention.id) && 'text-ink-3',
                )}
              >
                <span translate="no" className="shrink-0 font-semibold">
                  {atHandle(mention.author_username)}
                </span>
                <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
                  {mention.text}
                </span>
                <span translate="no" className="max-w-28 shrink-0 truncate text-xs text-ink-2">
                  {atHandle(mention.account_username)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const nothing: Pick<Inbox, 'unread' | 'mentions'> = { unread: 0, mentions: [] }

export default Waiting
