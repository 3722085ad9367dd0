import { useSelector } from '@xstate/react'
import * as words from '../../schemas/session/session.words'
import { useAuth } from '../shell/logicContext'
import { AuthFrame } from './AuthFrame'
import { ResetForm } from './ResetForm'

const ResetScreen = () => {
  const auth = useAuth()
  const refused = useSelector(auth, ({ context }) => context.refused)
  const busy = useSelector(auth, (snapshot) => snapshot.hasTag('busy'))
  return (
    <AuthFrame title={words.setNewPassword} lead={words.linkWorksOnce}>
      <ResetForm
        busy={busy}
        refusal={refused?.on === 'reset' ? refused : undefined}
        onSubmit={(body) => auth.send({ type: 'reset.submit', body })}
      />
    </AuthFrame>
  )
}

export default ResetScreen
