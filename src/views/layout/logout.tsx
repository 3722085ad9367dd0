import { useState } from 'react'
import { leaveGuarded } from '../crud/navigationGuard'
import { useAuth, useCsvImport } from '../logicContext'
import { ConfirmDialog } from '../ui/ConfirmDialog'

/**
 * Logs out, but asks first where that loses something: changes of the page that are not saved, or what an import has
 * not added yet. `question` is to be shown.
 */
export const useLogout = () => {
  const auth = useAuth()
  const csvImport = useCsvImport()
  const [asking, setAsking] = useState(false)
  const end = () => auth.send({ type: 'logout' })
  return {
    logOut: () => leaveGuarded(() => (csvImport.getSnapshot().hasTag('unfinished') ? setAsking(true) : end())),
    question: (
      <ConfirmDialog
        open={asking}
        question="Stop importing?"
        detail="Logout leaves out the rows that are not added yet."
        confirmLabel="Logout"
        onConfirm={end}
        onCancel={() => setAsking(false)}
      />
    ),
  }
}
