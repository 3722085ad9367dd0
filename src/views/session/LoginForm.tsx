import { useLocation } from 'wouter'
import { checkForm } from '../../schemas/checkForm'
import { publicMessages as messages } from '../../schemas/commonMessages'
import { type LoginBody, loginBody } from '../../schemas/session/auth'
import * as words from '../../schemas/session/session.words'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/forms/Checkbox'
import { EmailField, PasswordField, Refusal, SubmitButton } from './AuthFields'
import { PasskeyButton, type PasskeyState } from './PasskeyButton'
import { useCheckedForm } from './useCheckedForm'

export type LoginFormProps = {
  email?: string | undefined
  hasEnded?: boolean
  busy: boolean
  refusal?: string | undefined
  onSubmit: (body: LoginBody) => void
  /** Undefined if the provider has none; `unknown` keeps the place free. */
  passkey: PasskeyState | 'unknown' | undefined
  onPasskey: (remember_me: LoginBody['remember_me']) => void
}

const check = (values: FormData) =>
  checkForm(loginBody, { ...Object.fromEntries(values), remember_me: values.has('remember_me') || undefined })

export const LoginForm = ({ email, hasEnded = false, busy, refusal, onSubmit, passkey, onPasskey }: LoginFormProps) => {
  const [, navigate] = useLocation()
  const { props, errors } = useCheckedForm(check, onSubmit)
  return (
    <form {...props} className="flex flex-col gap-5">
      {hasEnded ? (
        <p role="status" className="rounded-lg bg-warn-soft px-3.5 py-2.5 text-sm text-warn-ink forced-colors:border">
          {words.sessionEnded}
        </p>
      ) : null}
      <EmailField autoComplete="username" value={email} error={errors?.email} />
      <PasswordField autoComplete="current-password" error={errors?.password} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox name="remember_me">{words.rememberMe}</Checkbox>
        <a href="#forgot-password" className="text-link inline-flex min-h-8 items-center text-sm coarse:min-h-ctl">
          {words.forgotPassword}
        </a>
      </div>
      {refusal === undefined || busy ? null : <Refusal>{refusal}</Refusal>}
      <SubmitButton busy={busy} busyLabel={messages.auth.loggingIn}>
        Login
      </SubmitButton>
      <Button size="lg" wide disabled={busy} onClick={() => navigate('/sign-up')}>
        Sign Up
      </Button>
      {passkey === undefined ? null : (
        <div className={passkey === 'unknown' ? 'invisible' : undefined}>
          <PasskeyButton
            state={passkey === 'asked' ? 'asked' : 'offered'}
            disabled={busy}
            label={words.signInWithPasskey}
            onClick={({ currentTarget: { form } }) =>
              onPasskey((form && new FormData(form).has('remember_me')) || undefined)
            }
          />
        </div>
      )}
    </form>
  )
}
