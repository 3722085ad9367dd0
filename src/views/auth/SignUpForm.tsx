import { Link } from 'wouter'
import { type RegisterBody, registerBody } from '../../schemas/auth'
import { checkForm } from '../../schemas/checkForm'
import { publicMessages as messages } from '../../schemas/publicMessages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { useHydrated } from '../ui/hydrated'
import { Input } from '../ui/Input'
import { PasswordInput } from '../ui/PasswordInput'
import { useCheckedForm } from './useCheckedForm'

export type SignUpFormProps = { busy: boolean; onSubmit: (body: RegisterBody) => void }

const check = (values: FormData) => checkForm(registerBody, Object.fromEntries(values))

export const SignUpForm = ({ busy, onSubmit }: SignUpFormProps) => {
  const hydrated = useHydrated()
  const { props, errors } = useCheckedForm(check, onSubmit)
  return (
    <form {...props} className="flex flex-col gap-5">
      <Field label="Email" error={errors?.email}>
        <Input name="email" type="email" autoComplete="email" className="min-h-12 text-md" />
      </Field>
      <Field label="Username" error={errors?.username}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          className="min-h-12 text-md"
        />
      </Field>
      <Field label="Password" error={errors?.password}>
        <PasswordInput name="password" autoComplete="new-password" large />
      </Field>
      <Button
        type={hydrated ? 'submit' : 'button'}
        tone="primary"
        size="lg"
        wide
        busy={busy}
        busyLabel={messages.auth.signingUp}
        className="mt-2"
      >
        Sign Up
      </Button>
      <p className="text-center text-sm text-ink-2">
        Already have an account?{' '}
        <Link href="/login" className="text-link font-semibold">
          Login
        </Link>
      </p>
    </form>
  )
}
