import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { LeavingRef, Unsent } from '../../machines/shell/leaving'
import { counted } from '../ui'
import { ConfirmDialog } from '../ui/ConfirmDialog'

/** Asks before the operator leaves what would be lost. */
export const LeaveQuestion = ({ leaving }: { leaving: LeavingRef }) => {
  const snapshot = useSelector(leaving, (current) => current)
  return (
    <ConfirmDialog
      open={snapshot.hasTag('asking')}
      {...questionOf(snapshot)}
      onConfirm={() => leaving.send({ type: 'leave.confirm' })}
      onCancel={() => leaving.send({ type: 'leave.cancel' })}
    />
  )
}

const questionOf = (snapshot: SnapshotFrom<LeavingRef>) => {
  if (snapshot.matches({ askingToDiscard: 'shownOnce' })) return aboutShownOnce
  if (snapshot.matches('askingToDiscard')) return aboutChanges
  if (snapshot.matches('askingToForget')) return aboutUnsent(snapshot.context.unsent)
  return aboutImport
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
