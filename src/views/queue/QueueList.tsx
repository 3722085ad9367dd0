import { useSelector } from '@xstate/react'
import { AtSign, Link2, Plus, Share2, Trash2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { QueueRef } from '../../machines/queue/queue'
import type { Mention } from '../../schemas/inbox/inbox'
import * as words from '../../schemas/queue/queue.words'
import { Button, cx, IconButton, Kbd } from '../ui'
import { CountBadge } from '../ui/tables/SectionHeader'
import { useFocusHeir } from '../ui/useFocusHeir'
import { MentionRows } from './MentionRows'
import { QueueBar, QueueNotes } from './QueueBar'
import { QueueRows } from './QueueRows'
import { type Mentions, mentionedPosts, mentionsBeside } from './toAnswerEntries'
import { stepInList } from './useReviewKeys'

const clear = { type: 'queue.clear' } as const
const undo = { type: 'queue.undo' } as const

type Kind = 'links' | 'mentions' | 'shared'
const kinds = [
  ['links', Link2],
  ['mentions', AtSign],
  ['shared', Share2],
] as const

export interface QueueListProps {
  queue: QueueRef
  mentions: Mentions
  count: number
  hasNext: boolean
  /** False in a window that has the title. */
  titled: boolean
  inboxLink: ReactNode
  onNext: () => void
  /** After an entry is opened in the composer. */
  onTaken: () => void
  onMany: () => void
}

export const QueueList = ({
  queue,
  mentions,
  count,
  hasNext,
  titled,
  inboxLink,
  onNext,
  onTaken,
  onMany,
}: QueueListProps) => {
  const [only, setOnly] = useState<Kind>()
  const [focused, setFocused] = useState<string>()
  const entries = useSelector(queue, ({ context }) => context.entries)
  const canUndo = useSelector(queue, (snapshot) => snapshot.can(undo))
  const canClear = useSelector(queue, (snapshot) => snapshot.can(clear))
  const posts = mentionsBeside(entries, mentions)
  const mentioned = new Map(
    mentionedPosts(mentions.mentions).map(({ mention, accounts }) => [mention.tweet_id, accounts]),
  )
  const answer = (mention: Mention) => {
    mentions.onAnswer(mention)
    onTaken()
  }
  const idsOf = (isShared: boolean) =>
    entries.filter(({ from }) => (from !== undefined) === isShared).map(({ id }) => id)
  const ids = { links: idsOf(false), mentions: posts.map(({ mention }) => mention.tweet_id), shared: idsOf(true) }
  const filters = kinds.filter(([kind]) => ids[kind].length > 0)
  const isChosen = (kind: Kind) => only === undefined || only === kind || ids[only].length === 0
  const shows = (kind: Kind) => ids[kind].length > 0 && isChosen(kind)
  const shown = kinds.flatMap(([kind]) => (isChosen(kind) ? ids[kind] : []))
  const nextPost = useRef<HTMLButtonElement>(null)
  const focusHeir = useFocusHeir(() => nextPost.current)
  const tabStop = shown.find((id) => id === focused) ?? shown[0]
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && stepInList(by)) event.preventDefault()
  }
  return (
    <>
      <div
        className={cx(
          'flex flex-col',
          titled && 'sticky top-14 max-h-[calc(100dvh-12rem)] min-h-0 pt-4 short:static short:max-h-none',
        )}
      >
        <div className={cx('flex min-h-11 items-center gap-2', titled && 'pr-2 pl-4')}>
          {titled ? <h2 className="text-lg whitespace-nowrap">{words.toAnswer}</h2> : null}
          <CountBadge>{count.toLocaleString()}</CountBadge>
          <Button
            tone="quiet"
            size="sm"
            icon={Plus}
            onClick={onMany}
            className="ml-auto @max-[65rem]/panel:[&>svg]:hidden"
          >
            {words.manyLinks}
          </Button>
        </div>
        {filters.length > 1 ? (
          <div className={cx('flex flex-wrap gap-1.5 pb-2', titled && 'px-4')}>
            {filters.map(([kind, Icon]) => (
              <Button
                key={kind}
                size="sm"
                tone={only === kind ? 'soft' : 'outline'}
                icon={Icon}
                aria-pressed={only === kind}
                onClick={() => setOnly(only === kind ? undefined : kind)}
              >
                {words.kinds[kind]}
              </Button>
            ))}
          </div>
        ) : null}
        <div className={cx('flex items-start gap-2 pb-1', titled && 'px-4')}>
          <QueueBar queue={queue} className="min-w-0 flex-1" />
          {inboxLink}
        </div>
        {titled ? <QueueNotes queue={queue} className="px-4" /> : null}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the rows, which are buttons. */}
        <div
          {...focusHeir}
          data-to-answer
          onKeyDown={step}
          onFocusCapture={({ target }) => setFocused(target.closest('li')?.dataset.id)}
          className={cx('min-h-0', titled && 'overflow-y-auto px-2 pb-2')}
        >
          {shows('links') ? (
            <QueueRows queue={queue} mentioned={mentioned} tabStop={tabStop} onTaken={onTaken} />
          ) : null}
          {shows('mentions') ? (
            <MentionRows posts={posts} left={mentions.left} tabStop={tabStop} onAnswer={answer} />
          ) : null}
          {shows('shared') ? (
            <QueueRows queue={queue} waiting mentioned={mentioned} tabStop={tabStop} onTaken={onTaken} />
          ) : null}
        </div>
      </div>
      <div
        {...focusHeir}
        className={cx(
          'flex items-center gap-1',
          titled
            ? 'sticky bottom-0 mt-auto min-h-18 border-t border-line bg-canvas px-4 py-3 short:static md:rounded-br-xl'
            : 'pt-2',
        )}
      >
        {canUndo ? <IconButton icon={Undo2} label={words.restoreRemoved} onClick={() => queue.send(undo)} /> : null}
        <IconButton icon={Trash2} label={words.clear} disabled={!canClear} onClick={() => queue.send(clear)} />
        <Button
          aria-disabled={!hasNext || undefined}
          onClick={onNext}
          className="ml-auto"
          ref={nextPost}
          data-next-post
        >
          Next post <Kbd hint>N</Kbd>
        </Button>
      </div>
    </>
  )
}
