import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import type { SecondFactorRef } from '../../machines/security/secondFactor'
import { codeBody } from '../../schemas/security/codes'
import { Button, Field, Input } from '../ui'

export interface CodeFieldProps {
  flow: SecondFactorRef
  act: 'factor.enrol' | 'factor.confirm'
  label: string
  go: string
}

export const CodeField = ({ flow, act, label, go }: CodeFieldProps) => {
  const form = useForm({ resolver: zodResolver(codeBody), defaultValues: { code: '' } })
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('writing'))
  const refusal = useSelector(flow, ({ context }) => context.refusal)
  return (
    <form
      noValidate
      className="grid max-w-sm gap-4"
      onSubmit={form.handleSubmit(({ code }) => flow.send({ type: act, code }))}
    >
      <Field label={label} error={form.formState.errors.code?.message ?? refusal?.replace(/^\w+: /, '')}>
        <Input {...form.register('code')} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Button type="submit" tone="primary" busy={isBusy} busyLabel="Checking..." className="justify-self-start">
        {go}
      </Button>
    </form>
  )
}
