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
import type { Inbox, Mention } from '../../schemas/inbox/inbox'
import * as words from '../../schemas/inbox/inbox.words'
import { initialInboxFilter } from '../../schemas/inbox/inboxFilter'
import { inboxPath } from '../../schemas/paths'
import { useLogic } from '../shell/logicContext'
import { useShortcut } from '../shell/palette/shortcut'
import { useScreenActor } from '../shell/screenActor'
import { Button, buttonClass, cx, IconButton, Kbd } from '../ui'
import { nextWaiting } from './nextWaiting'
import { Questions } from './Questions'
import { isGenerating, useAnswering } from './useAnswering'

export interface WaitingProps {
  flow: ReplyFlowRef
  /**
   * True if the page reserved the space of the list when it opened. Without it, the list stays hidden until Home opens
   * again.
   */
  hasPlace: boolean
  count: HTMLElement | null
}

const mostShown = 3

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
      {count && !hasPlace && unread > 0
        ? createPortal(<span>{`${unread.toLocaleString()} ${words.waiting}`}</span>, count)
        : null}
      <Questions acts={acts} />
    </>
  )
}

interface WaitingListProps {
  inbox: InboxRef
  next: Mention | undefined
  hasKey: boolean
  onAnswer: (mention: Mention) => void
}

const WaitingList = ({ inbox, next, hasKey, onAnswer }: WaitingListProps) => {
  const { inboxView } = useLogic()
  const [isFolded, setFolded] = useState(() => inboxView.read().folded)
  const { unread, mentions } = useSelector(inbox, ({ context }) => context.shown ?? nothing)
  const left = useSelector(inbox, ({ context }) => context.left)
  const fold = () => {
    setFolded(!isFolded)
    inboxView.note({ folded: !isFolded })
  }
  return (
    <section aria-label={words.waitingForAnswer} className="rounded-lg border border-line bg-sunken px-4 py-1">
      <div className="flex min-h-10 items-center gap-2">
        <p className="min-w-0 flex-1 text-sm">
          <strong className="font-semibold tabular-nums">{unread.toLocaleString()}</strong> {words.waiting}
          <span className="max-sm:hidden"> {words.forAnAnswer}</span>
        </p>
        {next ? (
          <Button size="sm" tone="soft" onClick={() => onAnswer(next)}>
            {words.answerNext}
            {hasKey ? <Kbd hint>J</Kbd> : null}
          </Button>
        ) : null}
        <Link href={inboxPath} className={cx(buttonClass({ size: 'sm', tone: 'quiet' }), 'max-[23rem]:hidden')}>
          Inbox
        </Link>
        <IconButton
          size="sm"
          icon={ChevronDown}
          label={isFolded ? words.showNewest : words.hideNewest}
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
