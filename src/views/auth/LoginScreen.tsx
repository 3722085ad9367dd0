import { useSelector } from '@xstate/react'
import { useAuth } from '../logicContext'
import { AuthFrame } from './AuthFrame'
import { LoginForm } from './LoginForm'

const LoginScreen = () => {
  const auth = useAuth()
  const refused = useSelector(auth, ({ context }) => context.refused)
  const hasEnded = useSelector(auth, ({ context }) => context.returnTo !== undefined)
  const email = useSelector(auth, ({ context }) => context.signedUpAs)
  const busy = useSelector(auth, (snapshot) => snapshot.hasTag('busy'))
  return (
    <AuthFrame title="Login" lead="Sign in to the operator console.">
      <LoginForm
        email={email}
        hasEnded={hasEnded}
        busy={busy}
        refusal={refused?.on === 'login' ? refused.reason : undefined}
        onSubmit={(body) => auth.send({ type: 'login.submit', body })}
      />
    </AuthFrame>
  )
}

export default LoginScreen
