import { useSelector } from '@xstate/react'
import type { QueueRef } from '../../machines/queue/queue'
import { isBeingWritten, waitingDrafts } from '../../machines/queue/queueDrafts.actors'
import * as words from '../../schemas/queue.words'

export const DraftsNote = ({ queue }: { queue: QueueRef }) => {
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
