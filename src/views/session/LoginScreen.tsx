import { useSelector } from '@xstate/react'
import * as words from '../../schemas/session/session.words'
import { useAuth } from '../shell/logicContext'
import { useHydrated } from '../ui/hydrated'
import { LazyReportButton } from '../ui/states/LazyReportButton'
import { AuthFrame } from './AuthFrame'
import { CodeForm } from './CodeForm'
import { LoginForm } from './LoginForm'

const fromApp = words.codeSources
const fromPasskey = words.orRecoveryCode

const LoginScreen = () => {
  const auth = useAuth()
  const refused = useSelector(auth, ({ context }) => context.refused)
  const hasEnded = useSelector(auth, ({ context }) => context.returnTo !== undefined)
  const email = useSelector(auth, ({ context }) => context.loginAs)
  const busy = useSelector(auth, (snapshot) => snapshot.hasTag('busy'))
  const asksPasskey = useSelector(auth, (snapshot) => snapshot.hasTag('asksPasskey'))
  const factors = useSelector(auth, ({ context }) => context.factors)
  const asksCode = useSelector(auth, (snapshot) => snapshot.hasTag('asksCode'))
  const isOurs = useSelector(auth, ({ context }) => context.isOurs)
  // React keeps the prerendered attributes, so the first frame has to be the same even if the answer is there already.
  const isHydrated = useHydrated()
  const hasApp = factors.includes('app')
  if (asksCode) {
    return (
      <AuthFrame title={hasApp ? words.enterCode : words.usePasskey} lead={hasApp ? fromApp : fromPasskey}>
        <CodeForm
          busy={busy}
          passkey={factors.includes('passkey') ? (asksPasskey ? 'asked' : 'offered') : undefined}
          isPasskeyFirst={!hasApp}
          onPasskey={() => auth.send({ type: asksPasskey ? 'passkey.cancel' : 'passkey.give' })}
          refusal={refused?.on === 'code' ? refused.reason : undefined}
          onSubmit={(code) => auth.send({ type: 'code.submit', code })}
          onCancel={() => auth.send({ type: 'code.cancel' })}
        />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Login" lead={words.loginLead}>
      <LoginForm
        email={email}
        hasEnded={hasEnded}
        busy={busy}
        refusal={refused?.on === 'login' ? refused.reason : undefined}
        onSubmit={(body) => auth.send({ type: 'login.submit', body })}
        passkey={
          asksPasskey ? 'asked' : !isHydrated || isOurs === undefined ? 'unknown' : isOurs ? 'offered' : undefined
        }
        onPasskey={(remember_me) =>
          auth.send(asksPasskey ? { type: 'passkey.cancel' } : { type: 'passkey.use', remember_me })
        }
      />
      <div className="mt-8">
        <LazyReportButton />
      </div>
    </AuthFrame>
  )
}

export default LoginScreen
