import { useSelector } from '@xstate/react'
import type { LeavingRef, Unsent } from '../../machines/leaving'
import { counted } from '../ui'
import { ConfirmDialog } from '../ui/ConfirmDialog'

/** Asks before the operator leaves what would be lost. */
export const LeaveQuestion = ({ leaving }: { leaving: LeavingRef }) => {
  const isUnsaved = useSelector(leaving, (snapshot) => snapshot.matches('askingToDiscard'))
  const unsent = useSelector(leaving, ({ context }) => context.unsent)
  const isAsking = useSelector(leaving, (snapshot) => snapshot.hasTag('asking'))
  return (
    <ConfirmDialog
      open={isAsking}
      {...(isUnsaved ? aboutChanges : unsent ? aboutUnsent(unsent) : aboutImport)}
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

const aboutUnsent = ({ replies, posts }: Unsent) => {
  const kept = [
    ...(replies > 0 ? [`${counted(replies, 'reply', 'replies')} under review`] : []),
    ...(posts > 0 ? [`${counted(posts, 'post')} in the queue`] : []),
  ]
  return {
    question: 'Log out and forget what was not sent?',
    detail: `This browser forgets ${kept.join(' and ')}.`,
    confirmLabel: 'Logout',
  }
}

const aboutImport = {
  question: 'Stop importing?',
  detail: 'Logout leaves out the rows that are not added yet.',
  confirmLabel: 'Logout',
}
