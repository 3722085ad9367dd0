import { useSelector } from '@xstate/react'
import type { QueueRef } from '../../machines/queue/queue'
import { isBeingWritten, waitingDrafts } from '../../machines/queue/queueDrafts.actors'
import { nameOf, nextOf } from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import { Button } from '../ui'
import { IntakeNote } from './IntakeNote'

/** The operator's place among the links, and what happened to them. */
export const QueueBar = ({ queue, className }: { queue: QueueRef; className?: string | undefined }) => {
  const { entries, sent, view } = useSelector(queue, ({ context }) => context)
  const following = nextOf(entries, view?.linked)
  const isCurrent = entries.some(({ id }) => id === view?.linked)
  const waiting = entries.filter(({ from }) => from !== undefined).length
  const skipped = entries.filter(({ isSkipped }) => isSkipped).length - waiting
  const all = sent + entries.length - waiting
  return (
    <div className={className}>
      <p role="status" className="truncate text-xs text-ink-2 empty:hidden">
        {all > 0 ? (
          <strong className="font-semibold tabular-nums">
            {isCurrent ? words.postOf(sent + 1, all) : words.sentOf(sent, all)}
          </strong>
        ) : null}
        {following ? (
          <span className="sr-only">
            {following.drafts?.phase === 'ready' ? words.nextReady : words.next} {nameOf(following)}{' '}
            {following.problem ?? following.excerpt}
          </span>
        ) : skipped > 0 ? (
          <span className="ml-3">{words.skipped(skipped)}</span>
        ) : null}
      </p>
      {waiting > 0 ? (
        <div className="flex min-h-10 flex-wrap items-center gap-2 py-1 text-xs">
          <p className="min-w-0 flex-1 basis-40">{words.fromOutside(waiting)}</p>
          <Button size="sm" tone="soft" onClick={() => queue.send({ type: 'outside.accept' })}>
            Accept all
          </Button>
          <Button size="sm" tone="quiet" onClick={() => queue.send({ type: 'outside.remove' })}>
            Remove all
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** On narrow screens they stay on the page, because the list is a window there. */
export const QueueNotes = ({ queue, className }: { queue: QueueRef; className?: string | undefined }) => (
  <div className={className}>
    <IntakeNote queue={queue} />
    <DraftsNote queue={queue} />
  </div>
)

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
