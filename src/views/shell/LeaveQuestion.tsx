import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { LeavingRef, Unsent } from '../../machines/shell/leaving'
import * as words from '../../schemas/shell/leaving.words'
import { ConfirmDialog } from '../ui/windows/ConfirmDialog'

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
  question: words.leaveWithoutSaving,
  detail: words.changesLost,
  confirmLabel: 'Leave',
}

const aboutShownOnce = {
  question: words.leaveShownOnce,
  detail: words.shownOnce,
  confirmLabel: 'Leave',
}

const aboutUnsent = (unsent: Unsent | undefined) => ({
  question: words.logoutWithUnsent,
  detail: unsent ? words.unsentWork(unsent.replies, unsent.posts) : words.unsentUnknown,
  confirmLabel: 'Logout',
})

const aboutImport = {
  question: words.stopImporting,
  detail: words.importStops,
  confirmLabel: 'Logout',
}
