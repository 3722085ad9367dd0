import { Link } from 'wouter'
import type { Fault } from '../../machines/crud/failure'
import { checkForm } from '../../schemas/checkForm'
import { publicMessages as messages } from '../../schemas/commonMessages'
import { type RegisterBody, registerBody } from '../../schemas/session/auth'
import * as words from '../../schemas/session/session.words'
import { Field } from '../ui/forms/Field'
import { Input } from '../ui/forms/Input'
import { EmailField, PasswordField, Refusal, SubmitButton } from './AuthFields'
import { placed, useCheckedForm } from './useCheckedForm'

export type SignUpFormProps = {
  busy: boolean
  refusal?: Fault | undefined
  onSubmit: (body: RegisterBody) => void
}

const check = (values: FormData) => checkForm(registerBody, Object.fromEntries(values))

export const SignUpForm = ({ busy, refusal, onSubmit }: SignUpFormProps) => {
  const { props, errors } = useCheckedForm(check, onSubmit)
  const { at, below } = placed(busy ? undefined : refusal, ['email', 'username', 'password'])
  return (
    <form {...props} className="flex flex-col gap-5">
      <EmailField autoComplete="username" error={errors?.email ?? at.email} />
      <Field label="Username" error={errors?.username ?? at.username}>
        <Input
          name="username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          className="min-h-12 text-md"
        />
      </Field>
      <PasswordField autoComplete="new-password" error={errors?.password ?? at.password} />
      {below === undefined ? null : <Refusal>{below}</Refusal>}
      <SubmitButton busy={busy} busyLabel={messages.auth.signingUp} className="mt-2">
        Sign Up
      </SubmitButton>
      <p className="text-center text-sm text-ink-2">
        {words.alreadyRegistered}{' '}
        <Link href="/login" className="text-link font-semibold">
          Login
        </Link>
      </p>
    </form>
  )
}
