import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import type { QueueRef } from '../../machines/queue/queue'
import type { Intake } from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import { IconButton } from '../ui'

export const IntakeNote = ({ queue }: { queue: QueueRef }) => {
  const intake = useSelector(queue, ({ context }) => context.intake)
  const areAllAdded = intake !== undefined && !intake.isWaiting && !hasUnused(intake)
  return (
    <div role="status" className={areAllAdded ? 'sr-only' : 'text-xs text-ink-2'}>
      {areAllAdded ? (
        words.intake(intake)
      ) : intake ? (
        <p className="flex items-center gap-2 border-t border-line py-1">
          <span className="min-w-0 flex-1">{words.intake(intake)}</span>
          <IconButton
            size="sm"
            icon={X}
            label={words.dismissNote}
            onClick={() => queue.send({ type: 'intake.dismiss' })}
          />
        </p>
      ) : null}
    </div>
  )
}

const hasUnused = ({ doubles, wrong, left }: Intake): boolean => doubles.length + wrong.length + left.length > 0
