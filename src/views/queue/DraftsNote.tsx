import { useSelector } from '@xstate/react'
import type { QueueRef } from '../../machines/queue/queue'
import { isBeingWritten, waitingDrafts } from '../../machines/queue/queueDrafts.actors'

/** What becomes of the replies that were to be there already for the post in the composer. */
export const DraftsNote = ({ queue }: { queue: QueueRef }) => {
  const text = useSelector(queue, ({ context }) => {
    if (isBeingWritten(context)) return 'The replies to this post are being written.'
    return waitingDrafts(context)
      ? 'Replies were prepared for this post with another character, group, count or way of sending. They are not used.'
      : ''
  })
  return (
    <p role="status" className="text-xs text-ink-2">
      {text === '' ? null : <span className="block border-t border-line py-1.5">{text}</span>}
    </p>
  )
}
