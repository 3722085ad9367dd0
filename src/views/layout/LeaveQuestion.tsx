import { useSelector } from '@xstate/react'
import type { LeavingRef } from '../../machines/leaving'
import { ConfirmDialog } from '../ui/ConfirmDialog'

/** Asks before the operator leaves what would be lost. */
export const LeaveQuestion = ({ leaving }: { leaving: LeavingRef }) => {
  const isUnsaved = useSelector(leaving, (snapshot) => snapshot.matches('askingToDiscard'))
  const isAsking = useSelector(leaving, (snapshot) => snapshot.hasTag('asking'))
  return (
    <ConfirmDialog
      open={isAsking}
      {...(isUnsaved ? aboutChanges : aboutImport)}
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

const aboutImport = {
  question: 'Stop importing?',
  detail: 'Logout leaves out the rows that are not added yet.',
  confirmLabel: 'Logout',
}
