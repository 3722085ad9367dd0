import { useSelector } from '@xstate/react'
import type { LeavingRef, Unsent } from '../../machines/leaving'
import { counted } from '../ui'
import { ConfirmDialog } from '../ui/ConfirmDialog'

/** Asks before the operator leaves what would be lost. */
export const LeaveQuestion = ({ leaving }: { leaving: LeavingRef }) => {
  const isUnsaved = useSelector(leaving, (snapshot) => snapshot.matches('askingToDiscard'))
  const isShownOnce = useSelector(leaving, ({ context }) =>
    context.pages.some((page) => page.getSnapshot().hasTag('shownOnce')),
  )
  const isForgetting = useSelector(leaving, (snapshot) => snapshot.matches('askingToForget'))
  const unsent = useSelector(leaving, ({ context }) => context.unsent)
  const isAsking = useSelector(leaving, (snapshot) => snapshot.hasTag('asking'))
  return (
    <ConfirmDialog
      open={isAsking}
      {...(isUnsaved
        ? isShownOnce
          ? aboutShownOnce
          : aboutChanges
        : isForgetting
          ? aboutUnsent(unsent)
          : aboutImport)}
      onConfirm={() => leaving.send({ type: 'leave.confirm' })}
      onCancel={() => leaving.send({ type: 'leave.cancel' })}
    />
  )
}

const aboutChanges = {
  question: 'Leave without saving?',
  detail: 'What you changed on this page is lost.',
  confirmLabel: 'Leave',
}

const aboutShownOnce = {
  question: 'Leave without keeping it?',
  detail: 'What this page shows now is shown once, and cannot be shown again.',
  confirmLabel: 'Leave',
}

const aboutUnsent = (unsent: Unsent | undefined) => ({
  question: 'Log out and forget what was not sent?',
  detail: unsent ? whatIsForgotten(unsent) : 'This browser may keep replies under review and posts in the queue.',
  confirmLabel: 'Logout',
})

const whatIsForgotten = ({ replies, posts }: Unsent): string => {
  const kept = [
    ...(replies > 0 ? [`${counted(replies, 'reply', 'replies')} under review`] : []),
    ...(posts > 0 ? [`${counted(posts, 'post')} in the queue`] : []),
  ]
  return `This browser forgets ${kept.join(' and ')}.`
}

const aboutImport = {
  question: 'Stop importing?',
  detail: 'Logout leaves out the rows that are not added yet.',
  confirmLabel: 'Logout',
}
