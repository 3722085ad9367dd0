import { useSelector } from '@xstate/react'
import { CornerUpLeft, SkipForward, X } from 'lucide-react'
import { useRef } from 'react'
import type { QueueRef } from '../../machines/queue/queue'
import { nameOf, type QueueEntry } from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import { Button, cx, IconButton } from '../ui'
import { useFocusHeir } from '../ui/useFocusHeir'

export const QueueRows = ({ queue, waiting = false }: { queue: QueueRef; waiting?: boolean }) => {
  const all = useSelector(queue, ({ context }) => context.entries)
  const entries = all.filter(({ from }) => (from !== undefined) === waiting)
  const current = useSelector(queue, ({ context }) => context.view?.linked)
  const writing = useSelector(queue, ({ context }) => context.writing?.id)
  const list = useRef<HTMLOListElement>(null)
  const place = useRef(0)
  const focusHeir = useFocusHeir(() => {
    const rows = list.current?.querySelectorAll<HTMLElement>('li > :last-child')
    const left = rows?.[Math.min(place.current, rows.length - 1)]
    return left ?? list.current?.closest('section')?.querySelector<HTMLElement>('button:enabled') ?? null
  })
  return (
    <ol
      ref={list}
      {...focusHeir}
      onFocusCapture={({ target }) => {
        const row = target.closest('li')
        if (row) place.current = [...(row.parentElement?.children ?? [])].indexOf(row)
      }}
      aria-label={waiting ? words.postsToAccept : words.posts}
      className="max-h-80 overflow-y-auto pb-1"
    >
      {entries.map((entry) => (
        <Row
          key={entry.id}
          queue={queue}
          entry={entry}
          isCurrent={entry.id === current}
          isWriting={entry.id === writing}
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
}

const Row = ({ queue, entry, isCurrent, isWriting }: RowProps) => {
  const { id, isSkipped, excerpt, problem, tweet_url, drafts, from } = entry
  const isWaiting = from !== undefined
  const prepared = isWriting ? words.writing : drafts?.phase === 'ready' ? words.ready : undefined
  const name = nameOf(entry)
  return (
    <li className="flex items-center gap-1 border-t border-line">
      <button
        type="button"
        aria-current={isCurrent ? 'step' : undefined}
        aria-disabled={isCurrent || isWaiting || undefined}
        onClick={() => {
          if (!isCurrent && !isWaiting) queue.send({ type: 'entry.open', id })
        }}
        className={cx(
          'flex min-h-10 min-w-0 flex-1 items-center gap-2 text-left text-sm hover:text-primary-ink',
          isSkipped && 'text-ink-3',
        )}
      >
        <span translate="no" className="max-w-40 shrink-0 truncate font-semibold">
          {name}
        </span>
        <span className="flex min-w-0 flex-1 items-center gap-x-2 max-sm:flex-col max-sm:items-stretch">
          <span className="flex min-w-0 flex-col sm:flex-1">
            <span dir="auto" className="truncate">
              {problem ?? excerpt ?? tweet_url}
            </span>
            {drafts?.problem ? <span className="text-xs text-ink-2">{drafts.problem}</span> : null}
          </span>
          {prepared ? <span className="shrink-0 text-xs font-semibold text-primary-ink">{prepared}</span> : null}
        </span>
        {isWaiting ? (
          <span className="max-w-40 shrink-0 truncate text-xs text-ink-2">{words.from(from)}</span>
        ) : isCurrent || isSkipped ? (
          <span className="shrink-0 text-xs text-ink-2">{isCurrent ? 'Now' : 'Skipped'}</span>
        ) : null}
      </button>
      {isWaiting ? (
        <Button size="sm" aria-label={words.accept(name)} onClick={() => queue.send({ type: 'entry.putBack', id })}>
          Accept
        </Button>
      ) : isSkipped ? (
        <IconButton
          size="sm"
          icon={CornerUpLeft}
          label={words.putBack(name)}
          onClick={() => queue.send({ type: 'entry.putBack', id })}
        />
      ) : (
        <IconButton
          size="sm"
          icon={SkipForward}
          label={words.skip(name)}
          onClick={() => queue.send({ type: 'entry.skip', id })}
        />
      )}
      <IconButton
        size="sm"
        icon={X}
        label={words.remove(name)}
        onClick={() => queue.send({ type: 'entry.remove', id })}
      />
    </li>
  )
}
