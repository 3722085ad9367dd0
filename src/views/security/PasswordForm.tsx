import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { useEmitted } from '../../effects'
import type { OwnAccountRef } from '../../machines/security/ownAccount'
import { passwordBody } from '../../schemas/security/operators'
import * as words from '../../schemas/security/security.words'
import { Button, Field } from '../ui'
import { PasswordInput } from '../ui/forms/PasswordInput'

const empty = { current_password: '', new_password: '' }

export const PasswordForm = ({ flow }: { flow: OwnAccountRef }) => {
  const form = useForm({ resolver: zodResolver(passwordBody), defaultValues: empty })
  const { errors } = form.formState
  const isChanging = useSelector(flow, (snapshot) => snapshot.matches('changing'))
  const refusal = useSelector(flow, ({ context }) => context.refusal)
  useEmitted(flow, 'password.changed', () => form.reset(empty))
  return (
    <section aria-labelledby="password-heading">
      <h2 id="password-heading" className="text-lg">
        Password
      </h2>
      <p className="mt-1 text-sm text-ink-2">{words.passwordLead}</p>
      <form
        noValidate
        className="mt-4 grid max-w-sm gap-4"
        onSubmit={form.handleSubmit((body) => flow.send({ type: 'password.change', body }))}
      >
        <Field
          label="Current password"
          error={errors.current_password?.message ?? wordsFor('current_password', refusal)}
        >
          <PasswordInput
            {...form.register('current_password')}
            what="current password"
            autoComplete="current-password"
          />
        </Field>
        <Field label="New password" error={errors.new_password?.message ?? wordsFor('new_password', refusal)}>
          <PasswordInput {...form.register('new_password')} what="new password" autoComplete="new-password" />
        </Field>
        {refusal !== undefined && !isChanging && fieldOf(refusal) === undefined ? (
          <p role="alert" className="text-sm text-danger-ink wrap-anywhere">
            {refusal}
          </p>
        ) : null}
        <Button type="submit" busy={isChanging} busyLabel="Changing..." className="justify-self-start">
          Change password
        </Button>
      </form>
    </section>
  )
}

/** The server's words begin with the name of their field. */
const fieldOf = (refusal: string) => Object.keys(empty).find((name) => refusal.startsWith(`${name}: `))

const wordsFor = (field: string, refusal: string | undefined) =>
  refusal !== undefined && fieldOf(refusal) === field ? refusal.slice(field.length + 2) : undefined
