import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { useEmitted } from '../../effects'
import type { PasskeysRef } from '../../machines/security/passkeys'
import { buttons } from '../../schemas/crud.words'
import { passkeyForm } from '../../schemas/security/passkeys'
import * as words from '../../schemas/security/security.words'
import { Button, Field, Input } from '../ui'
import { PasswordInput } from '../ui/forms/PasswordInput'

export const AddPasskey = ({ flow, asksPassword }: { flow: PasskeysRef; asksPassword: boolean }) => {
  const empty = { label: '', current_password: asksPassword ? '' : undefined }
  const form = useForm({ resolver: zodResolver(passkeyForm), defaultValues: empty })
  useEmitted(flow, 'passkeys.changed', () => form.reset(empty))
  const isAdding = useSelector(flow, (snapshot) => snapshot.hasTag('adding'))
  const isStoring = useSelector(flow, (snapshot) => snapshot.matches('storing'))
  const refusal = useSelector(flow, (snapshot) => (snapshot.matches('shown') ? snapshot.context.refusal : undefined))
  const isPassword = refusal?.startsWith('current_password: ') ?? false
  const reason = refusal?.replace(/^\w+: /, '')
  const { errors } = form.formState
  return (
    <form
      noValidate
      className="mt-4 grid max-w-sm gap-4"
      onSubmit={form.handleSubmit((body) => flow.send({ type: 'passkey.add', ...body }))}
    >
      <Field
        label={words.passkeyName}
        hint={words.passkeyNameHint}
        error={errors.label?.message ?? (isPassword ? undefined : reason)}
      >
        <Input {...form.register('label')} />
      </Field>
      {asksPassword ? (
        <Field
          label={words.passwordForPasskey}
          error={errors.current_password?.message ?? (isPassword ? reason : undefined)}
        >
          <PasswordInput
            {...form.register('current_password', { shouldUnregister: true })}
            what="your password"
            autoComplete="current-password"
          />
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isAdding || isStoring} busyLabel={words.waitingForDevice}>
          {words.addPasskey}
        </Button>
        {isAdding ? <Button onClick={() => flow.send({ type: 'passkey.cancel' })}>{buttons.cancel}</Button> : null}
      </div>
    </form>
  )
}
