import { useSelector } from '@xstate/react'
import { useAuth } from '../shell/logicContext'
import { AuthFrame } from './AuthFrame'
import { ResetForm } from './ResetForm'

const ResetScreen = () => {
  const auth = useAuth()
  const refused = useSelector(auth, ({ context }) => context.refused)
  const busy = useSelector(auth, (snapshot) => snapshot.hasTag('busy'))
  return (
    <AuthFrame title="Set a new password" lead="The link of your administrator is good once, within an hour.">
      <ResetForm
        busy={busy}
        refusal={refused?.on === 'reset' ? refused : undefined}
        onSubmit={(body) => auth.send({ type: 'reset.submit', body })}
      />
    </AuthFrame>
  )
}

export default ResetScreen
