import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import type { PasskeysRef } from '../../machines/security/passkeys'
import { buttons } from '../../schemas/crud.words'
import { type Passkey, passkeyName } from '../../schemas/security/passkeys'
import * as words from '../../schemas/security/security.words'
import { Button, Field, Input } from '../ui'

export const RenamePasskey = ({ flow, passkey }: { flow: PasskeysRef; passkey: Passkey }) => {
  const form = useForm({ resolver: zodResolver(passkeyName), defaultValues: { label: passkey.label } })
  const isBusy = useSelector(flow, (snapshot) => snapshot.matches('renaming'))
  const refusal = useSelector(flow, ({ context }) => context.refusal)
  return (
    <form
      noValidate
      className="grid w-full max-w-sm gap-3"
      onSubmit={form.handleSubmit(({ label }) => flow.send({ type: 'rename.confirm', label }))}
    >
      <Field
        label={words.newPasskeyName(passkey.label)}
        error={form.formState.errors.label?.message ?? refusal?.replace(/^\w+: /, '')}
      >
        <Input
          {...form.register('label')}
          autoFocus
          onKeyDown={({ key }) => {
            if (key === 'Escape' && !isBusy) flow.send({ type: 'rename.cancel' })
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" tone="primary" busy={isBusy} busyLabel="Saving...">
          Save
        </Button>
        <Button size="sm" disabled={isBusy} onClick={() => flow.send({ type: 'rename.cancel' })}>
          {buttons.cancel}
        </Button>
      </div>
    </form>
  )
}
