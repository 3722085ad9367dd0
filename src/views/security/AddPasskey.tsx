import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { useEmitted } from '../../effects'
import type { PasskeysRef } from '../../machines/security/passkeys'
import { passkeyForm } from '../../schemas/passkeys'
import { Button, Field, Input } from '../ui'
import { PasswordInput } from '../ui/PasswordInput'

/** Names a passkey, and has the browser make it. */
export const AddPasskey = ({ flow, asksPassword }: { flow: PasskeysRef; asksPassword: boolean }) => {
  const empty = { label: '', current_password: asksPassword ? '' : undefined }
  const form = useForm({ resolver: zodResolver(passkeyForm), defaultValues: empty })
  useEmitted(flow, 'passkeys.changed', () => form.reset(empty))
  const isAdding = useSelector(flow, (snapshot) => snapshot.hasTag('adding'))
  const isStoring = useSelector(flow, (snapshot) => snapshot.matches('storing'))
  const refusal = useSelector(flow, (snapshot) => (snapshot.matches('shown') ? snapshot.context.refusal : undefined))
  const isPassword = refusal?.startsWith('current_password: ') ?? false
  const words = refusal?.replace(/^\w+: /, '')
  const { errors } = form.formState
  return (
    <form
      noValidate
      className="mt-4 grid max-w-sm gap-4"
      onSubmit={form.handleSubmit((body) => flow.send({ type: 'passkey.add', ...body }))}
    >
      <Field
        label="Name of the passkey"
        hint="Such as the device that it is on."
        error={errors.label?.message ?? (isPassword ? undefined : words)}
      >
        <Input {...form.register('label')} />
      </Field>
      {asksPassword ? (
        <Field
          label="Your password, for the passkey"
          error={errors.current_password?.message ?? (isPassword ? words : undefined)}
        >
          <PasswordInput
            {...form.register('current_password', { shouldUnregister: true })}
            what="your password"
            autoComplete="current-password"
          />
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isAdding || isStoring} busyLabel="Waiting for your device...">
          Add a passkey
        </Button>
        {isAdding ? <Button onClick={() => flow.send({ type: 'passkey.cancel' })}>Cancel</Button> : null}
      </div>
    </form>
  )
}
