import { useSelector } from '@xstate/react'
import type { RegisterBody } from '../../schemas/auth'
import { useAuth } from '../logicContext'
import { AuthFrame } from './AuthFrame'
import { SignUpForm } from './SignUpForm'

const SignUpScreen = () => {
  const auth = useAuth()
  const refused = useSelector(auth, ({ context }) => context.refused)
  const busy = useSelector(auth, (snapshot) => snapshot.hasTag('busy'))
  return (
    <AuthFrame title="Sign up" lead="Create an operator account.">
      <SignUpForm
        busy={busy}
        refusal={refused?.on === 'signUp' ? refused : undefined}
        onSubmit={(body) => auth.send({ type: 'register.submit', body: { ...body, ...invited() } })}
      />
    </AuthFrame>
  )
}

/** The token of an invitation's link stands behind its `#`, which no server and no log sees. */
const invited = (): Pick<RegisterBody, 'invitation'> =>
  location.hash.length > 1 ? { invitation: location.hash.slice(1) } : {}

export default SignUpScreen
