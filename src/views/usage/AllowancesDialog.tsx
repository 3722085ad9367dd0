import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import type { AllowancesRef } from '../../machines/usage/allowances'
import { buttons } from '../../schemas/crud.words'
import {
  type AllowanceName,
  type Allowances,
  type AllowancesForm,
  allowancesForm,
  type OwnAllowances,
  toAllowancesForm,
} from '../../schemas/usage/allowances'
import * as words from '../../schemas/usage/usage.words'
import { Button, Dialog, FailedState, Field, Input, TableLoading } from '../ui'
import { allowanceTitles, amountText } from './allowanceRows'

export const AllowancesDialog = ({ flow }: { flow: AllowancesRef }) => {
  const isOpen = useSelector(flow, (snapshot) => !snapshot.matches('closed'))
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  const isSaving = useSelector(flow, (snapshot) => snapshot.matches('saving'))
  const operator = useSelector(flow, ({ context }) => context.operator)
  const allowances = useSelector(flow, ({ context }) => context.allowances)
  const close = () => flow.send({ type: 'allowances.close' })
  return (
    <Dialog
      open={isOpen}
      title={words.dailyLimits}
      description={<span className="wrap-anywhere">{operator?.email}</span>}
      busy={isSaving}
      onClose={close}
      footer={
        <>
          <Button disabled={isSaving} onClick={close}>
            {buttons.cancel}
          </Button>
          <Button
            tone="primary"
            type="submit"
            form="operator-allowances"
            busy={isSaving}
            busyLabel="Saving..."
            disabled={allowances === undefined}
          >
            Save
          </Button>
        </>
      }
    >
      {isFailed ? (
        <FailedState onRetry={() => flow.send({ type: 'page.reload' })} />
      ) : allowances ? (
        <AllowanceFields allowances={allowances} onSave={(own) => flow.send({ type: 'allowances.save', own })} />
      ) : (
        <TableLoading />
      )}
    </Dialog>
  )
}

const fields: { field: keyof AllowancesForm; name: AllowanceName; unit?: string }[] = [
  { field: 'model_calls', name: 'model_calls' },
  { field: 'tokens', name: 'tokens' },
  { field: 'sends', name: 'sends' },
  { field: 'stored_megabytes', name: 'stored_bytes', unit: 'MB' },
]

const AllowanceFields = ({ allowances, onSave }: { allowances: Allowances; onSave: (own: OwnAllowances) => void }) => {
  const form = useForm({ resolver: zodResolver(allowancesForm), defaultValues: toAllowancesForm(allowances) })
  return (
    <form id="operator-allowances" noValidate className="grid gap-4" onSubmit={form.handleSubmit(onSave)}>
      {fields.map(({ field, name, unit }) => {
        const { used, server } = allowances.uses[name]
        const everybody = server === null ? 'no limit' : amountText(name, server)
        return (
          <Field
            key={field}
            label={unit ? `${allowanceTitles[name]}, ${unit}` : allowanceTitles[name]}
            error={form.formState.errors[field]?.message}
            hint={words.limitHint(amountText(name, used), everybody)}
          >
            <Input {...form.register(field)} inputMode="numeric" autoComplete="off" />
          </Field>
        )
      })}
    </form>
  )
}
