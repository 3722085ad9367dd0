import { useSelector } from '@xstate/react'
import { CornerUpLeft, Link2, SkipForward, X } from 'lucide-react'
import { useRef } from 'react'
import type { QueueRef } from '../../machines/queue/queue'
import { nameOf, type QueueEntry } from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import { Button, cx, IconButton } from '../ui'
import { useFocusHeir } from '../ui/useFocusHeir'
import { namesOf } from './MentionRows'

interface QueueRowsProps {
  queue: QueueRef
  waiting?: boolean
  /** The accounts that a post mentions, by its id. */
  mentioned: ReadonlyMap<string, string[]>
  /** The row in the tab order; the others are reached by the arrow keys. */
  tabStop: string | undefined
  onTaken: () => void
}

export const QueueRows = ({ queue, waiting = false, mentioned, tabStop, onTaken }: QueueRowsProps) => {
  const all = useSelector(queue, ({ context }) => context.entries)
  const entries = all.filter(({ from }) => (from !== undefined) === waiting)
  const current = useSelector(queue, ({ context }) => context.view?.linked)
  const writing = useSelector(queue, ({ context }) => context.writing?.id)
  const list = useRef<HTMLOListElement>(null)
  const place = useRef(0)
  const heirs = useRef('li > :last-child')
  const focusHeir = useFocusHeir(() => {
    const rows = list.current?.querySelectorAll<HTMLElement>(heirs.current)
    return rows?.[Math.min(place.current, rows.length - 1)] ?? null
  })
  return (
    <ol
      ref={list}
      {...focusHeir}
      onFocusCapture={({ target }) => {
        const row = target.closest('li')
        if (row) place.current = [...(row.parentElement?.children ?? [])].indexOf(row)
        heirs.current = target.matches('[data-entry]') ? 'li > :first-child' : 'li > :last-child'
      }}
      aria-label={waiting ? words.postsToAccept : words.posts}
    >
      {entries.map((entry) => (
        <Row
          key={entry.id}
          queue={queue}
          entry={entry}
          isCurrent={entry.id === current}
          isWriting={entry.id === writing}
          accounts={mentioned.get(entry.id)}
          onTaken={onTaken}
          tabIndex={entry.id === tabStop ? 0 : -1}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  queue: QueueRef
  entry: QueueEntry
  isCurrent: boolean
  isWriting: boolean
  tabIndex: number
  accounts: string[] | undefined
  onTaken: () => void
}

const Row = ({ queue, entry, isCurrent, isWriting, tabIndex, accounts, onTaken }: RowProps) => {
  const { id, isSkipped, excerpt, problem, tweet_url, drafts, from } = entry
  const isWaiting = from !== undefined
  const prepared = isWriting ? words.writing : drafts?.phase === 'ready' ? words.ready : undefined
  const name = nameOf(entry)
  return (
    <li
      data-id={id}
      className={cx('flex items-center rounded-md', isCurrent ? 'bg-surface shadow-1' : 'hover:bg-sunken')}
    >
      <button
        type="button"
        data-entry
        tabIndex={tabIndex}
        aria-current={isCurrent ? 'step' : undefined}
        aria-disabled={isCurrent || isWaiting || undefined}
        onClick={() => {
          if (isCurrent || isWaiting) return
          queue.send({ type: 'entry.open', id })
          onTaken()
        }}
        className={cx(
          'grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 px-2 py-1.5 text-left text-sm',
          isSkipped && 'text-ink-3',
        )}
      >
        <Link2 aria-hidden="true" className={cx('size-3.5', isCurrent ? 'text-accent-ink' : 'text-ink-2')} />
        <span translate="no" className="truncate font-semibold">
          {name}
        </span>
        <span className="col-start-2 flex min-w-0 flex-col text-xs text-ink-2">
          <span dir="auto" className="truncate">
            {problem ?? excerpt ?? tweet_url}
          </span>
          {accounts ? (
            <span translate="no" className="truncate">
              {namesOf(accounts)}
            </span>
          ) : null}
          {drafts?.problem ? <span>{drafts.problem}</span> : null}
          {prepared ? <span className="font-semibold text-primary-ink">{prepared}</span> : null}
          {isWaiting ? (
            <span className="truncate">{words.from(from)}</span>
          ) : isCurrent || isSkipped ? (
            <span>{isCurrent ? 'Now' : 'Skipped'}</span>
          ) : null}
        </span>
      </button>
      {isWaiting ? (
        <Button
          size="sm"
          tabIndex={tabIndex}
          aria-label={words.accept(name)}
          onClick={() => queue.send({ type: 'entry.putBack', id })}
        >
          Accept
        </Button>
      ) : isSkipped ? (
        <IconButton
          size="sm"
          tabIndex={tabIndex}
          icon={CornerUpLeft}
          label={words.putBack(name)}
          onClick={() => queue.send({ type: 'entry.putBack', id })}
        />
      ) : (
        <IconButton
          size="sm"
          tabIndex={tabIndex}
          icon={SkipForward}
          label={words.skip(name)}
          onClick={() => queue.send({ type: 'entry.skip', id })}
        />
      )}
      <IconButton
        size="sm"
        tabIndex={tabIndex}
        icon={X}
        label={words.remove(name)}
        onClick={() => queue.send({ type: 'entry.remove', id })}
      />
    </li>
  )
}
