import { useSelector } from '@xstate/react'
import type { SignUp } from '../../schemas/session/auth'
import * as words from '../../schemas/session/session.words'
import { useAuth } from '../shell/logicContext'
import { AuthFrame } from './AuthFrame'
import { SignUpForm } from './SignUpForm'

const SignUpScreen = () => {
  const auth = useAuth()
  const refused = useSelector(auth, ({ context }) => context.refused)
  const busy = useSelector(auth, (snapshot) => snapshot.hasTag('busy'))
  return (
    <AuthFrame title="Sign up" lead={words.signUpLead}>
      <SignUpForm
        busy={busy}
        refusal={refused?.on === 'signUp' ? refused : undefined}
        onSubmit={(body) => auth.send({ type: 'register.submit', body: { ...body, ...invited() } })}
      />
    </AuthFrame>
  )
}

/** The token follows the link's `#`, which no server and no log receives. */
const invited = (): Pick<SignUp, 'invitation' | 'setup'> => {
  const [kind, setup] = location.hash.slice(1).split('=')
  if (kind === 'setup' && setup) return { setup }
  return location.hash.length > 1 ? { invitation: location.hash.slice(1) } : {}
}

export default SignUpScreen
