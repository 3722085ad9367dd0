import { zodResolver } from '@hookform/resolvers/zod'
import { type Resolver, useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { type LoginBody, loginBody } from '../../schemas/auth'
import { messages } from '../../schemas/messages'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/Checkbox'
import { Field } from '../ui/Field'
import { useHydrated } from '../ui/hydrated'
import { Input } from '../ui/Input'
import { PasswordInput } from '../ui/PasswordInput'

export type LoginFormProps = { busy: boolean; onSubmit: (body: LoginBody) => void }

const check = zodResolver(loginBody)
const resolver: Resolver<LoginBody> = (values, context, options) =>
  check({ ...values, remember_me: values.remember_me || undefined }, context, options)

/** No default values: what the browser filled in, or the operator typed before the script ran, stays. */
export const LoginForm = ({ busy, onSubmit }: LoginFormProps) => {
  const [, navigate] = useLocation()
  const hydrated = useHydrated()
  const { register, handleSubmit, formState } = useForm({ resolver })
  const { errors } = formState
  return (
    <form noValidate method="post" onSubmit={handleSubmit(onSubmit)} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="username" className="min-h-12 text-md" />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput {...register('password')} autoComplete="current-password" large />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox {...register('remember_me')}>Remember me</Checkbox>
        <a href="#forgot-password" className="text-link inline-flex min-h-8 items-center text-sm coarse:min-h-ctl">
          Forgot password?
        </a>
      </div>
      <Button
        type={hydrated ? 'submit' : 'button'}
        tone="primary"
        size="lg"
        wide
        busy={busy}
        busyLabel={messages.auth.loggingIn}
      >
        Login
      </Button>
      <Button size="lg" wide disabled={busy} onClick={() => navigate('/sign-up')}>
        Sign Up
      </Button>
    </form>
  )
}
