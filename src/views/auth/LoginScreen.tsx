import { useSelector } from '@xstate/react'
import { useAuth } from '../logicContext'
import { AuthFrame } from './AuthFrame'
import { CodeForm } from './CodeForm'
import { LoginForm } from './LoginForm'

const LoginScreen = () => {
  const auth = useAuth()
  const refused = useSelector(auth, ({ context }) => context.refused)
  const hasEnded = useSelector(auth, ({ context }) => context.returnTo !== undefined)
  const email = useSelector(auth, ({ context }) => context.signedUpAs)
  const busy = useSelector(auth, (snapshot) => snapshot.hasTag('busy'))
  const asksCode = useSelector(auth, (snapshot) => snapshot.hasTag('asksCode'))
  if (asksCode) {
    return (
      <AuthFrame title="Enter your code" lead="From your authenticator app, or a recovery code.">
        <CodeForm
          busy={busy}
          refusal={refused?.on === 'code' ? refused.reason : undefined}
          onSubmit={(code) => auth.send({ type: 'code.submit', code })}
          onCancel={() => auth.send({ type: 'code.cancel' })}
        />
      </AuthFrame>
    )
  }
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
