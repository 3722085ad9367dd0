import { useSelector } from '@xstate/react'
import type { LeavingRef } from '../../machines/leaving'
import { ConfirmDialog } from '../ui/ConfirmDialog'

/** Asks before the operator leaves what would be lost. */
const LeaveQuestion = ({ leaving }: { leaving: LeavingRef }) => {
  const isUnsaved = useSelector(leaving, (snapshot) => snapshot.matches('askingToDiscard'))
  const endsImport = useSelector(leaving, (snapshot) => snapshot.matches('askingToEndImport'))
  const answers = {
    onConfirm: () => leaving.send({ type: 'leave.confirm' }),
    onCancel: () => leaving.send({ type: 'leave.cancel' }),
  }
  return (
    <>
      <ConfirmDialog
        {...answers}
        open={isUnsaved}
        question="Leave without saving?"
        detail="What you changed on this page is lost."
        confirmLabel="Leave"
      />
      <ConfirmDialog
        {...answers}
        open={endsImport}
        question="Stop importing?"
        detail="Logout leaves out the rows that are not added yet."
        confirmLabel="Logout"
      />
    </>
  )
}

export default LeaveQuestion
