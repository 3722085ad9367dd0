import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { type RegisterBody, registerBody } from '../../schemas/auth'
import { messages } from '../../schemas/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { useHydrated } from '../ui/hydrated'
import { Input } from '../ui/Input'
import { PasswordInput } from '../ui/PasswordInput'

export type SignUpFormProps = { busy: boolean; onSubmit: (body: RegisterBody) => void }

/** No default values: what the browser filled in, or the operator typed before the script ran, stays. */
export const SignUpForm = ({ busy, onSubmit }: SignUpFormProps) => {
  const hydrated = useHydrated()
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(registerBody) })
  const { errors } = formState
  return (
    <form noValidate method="post" onSubmit={handleSubmit(onSubmit)} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="email" className="min-h-12 text-md" />
      </Field>
      <Field label="Username" error={errors.username?.message}>
        <Input
          {...register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          className="min-h-12 text-md"
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput {...register('password')} autoComplete="new-password" large />
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
