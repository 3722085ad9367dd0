import { useSelector } from '@xstate/react'
import { ChevronDown, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { QueueRef } from '../../machines/queue/queue'
import { isBeingWritten, waitingDrafts } from '../../machines/queue/queueDrafts.actors'
import { nameOf, nextOf } from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import { Button, IconButton, Kbd } from '../ui'
import { IntakeNote } from './IntakeNote'
import { QueueRows } from './QueueRows'

const next = { type: 'queue.next' } as const
const repeat = { type: 'fields.repeat' } as const
const clear = { type: 'queue.clear' } as const
const undo = { type: 'queue.undo' } as const

export const QueueBar = ({ queue }: { queue: QueueRef }) => {
  const [isFolded, setFolded] = useState(true)
  const { entries, sent, view } = useSelector(queue, ({ context }) => context)
  const canGoOn = useSelector(queue, (snapshot) => snapshot.can(next))
  const canRepeat = useSelector(queue, (snapshot) => snapshot.can(repeat))
  const canUndo = useSelector(queue, (snapshot) => snapshot.can(undo))
  const following = nextOf(entries, view?.linked)
  const isCurrent = entries.some(({ id }) => id === view?.linked)
  const waiting = entries.filter(({ from }) => from !== undefined).length
  const skipped = entries.filter(({ isSkipped }) => isSkipped).length - waiting
  const all = sent + entries.length - waiting
  return (
    <section aria-label="Queue" className="mb-6 rounded-lg border border-line bg-sunken px-4 py-1">
      <div className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 max-sm:py-1">
        <p role="status" className="min-w-0 flex-1 truncate text-sm max-sm:basis-full">
          <strong className="font-semibold tabular-nums">
            {isCurrent ? words.postOf(sent + 1, all) : all === 0 ? words.isEmpty : words.sentOf(sent, all)}
          </strong>
          {following ? (
            <span dir="auto" className="ml-3 text-ink-2">
              {following.drafts?.phase === 'ready' ? words.nextReady : words.next} {nameOf(following)}{' '}
              {following.problem ?? following.excerpt}
            </span>
          ) : skipped > 0 ? (
            <span className="ml-3 text-ink-2">{words.skipped(skipped)}</span>
          ) : null}
        </p>
        <Button size="sm" tone="soft" disabled={!canGoOn} onClick={() => queue.send(next)}>
          Next post <Kbd hint>N</Kbd>
        </Button>
        <Button size="sm" tone="quiet" disabled={!canRepeat} onClick={() => queue.send(repeat)}>
          Same again <Kbd hint>S</Kbd>
        </Button>
        <span className="flex items-center max-sm:ml-auto">
          {canUndo ? (
            <IconButton size="sm" icon={Undo2} label={words.restoreRemoved} onClick={() => queue.send(undo)} />
          ) : null}
          <IconButton
            size="sm"
            icon={Trash2}
            label={words.clear}
            disabled={all === 0 && waiting === 0}
            onClick={() => queue.send(clear)}
          />
          <IconButton
            size="sm"
            icon={ChevronDown}
            label={isFolded ? words.expand : words.collapse}
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
            className={isFolded ? undefined : 'rotate-180'}
          />
        </span>
      </div>
      {waiting > 0 ? (
        <div className="border-t border-line">
          <div className="flex min-h-10 flex-wrap items-center gap-2 py-1 text-sm">
            <p className="min-w-0 flex-1">{words.fromOutside(waiting)}</p>
            <Button size="sm" tone="soft" onClick={() => queue.send({ type: 'outside.accept' })}>
              Accept all
            </Button>
            <Button size="sm" tone="quiet" onClick={() => queue.send({ type: 'outside.remove' })}>
              Remove all
            </Button>
          </div>
          <QueueRows queue={queue} waiting />
        </div>
      ) : null}
      <IntakeNote queue={queue} />
      <DraftsNote queue={queue} />
      {isFolded ? null : <QueueRows queue={queue} />}
    </section>
  )
}

const DraftsNote = ({ queue }: { queue: QueueRef }) => {
  const text = useSelector(queue, ({ context }) => {
    if (isBeingWritten(context)) return words.beingWritten
    return waitingDrafts(context) ? words.preparedOtherwise : ''
  })
  return (
    <p role="status" className="text-xs text-ink-2">
      {text === '' ? null : <span className="block border-t border-line py-1.5">{text}</span>}
    </p>
  )
}
