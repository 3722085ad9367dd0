import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { BudgetRef } from '../../machines/usage/spending'
import { type Budget, budgetForm, dollars, toBudgetForm } from '../../schemas/usage/money'
import * as words from '../../schemas/usage/usage.words'
import { Button, Field, Input } from '../ui'

export interface BudgetFormProps {
  flow: BudgetRef
  budget: Budget
  isSaving: boolean
  label: string
  outcome: string
}

export const BudgetForm = ({ flow, budget, isSaving, label, outcome }: BudgetFormProps) => {
  const { ceiling } = budget
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(budgetForm(budget)),
    defaultValues: toBudgetForm(budget),
  })
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-3 gap-y-2"
      onSubmit={handleSubmit(({ daily }) => flow.send({ type: 'budget.save', daily }))}
    >
      <Field
        live
        label={label}
        error={formState.errors.daily?.message}
        hint={ceiling === null ? words.optionalBudget(outcome) : words.highestBudget(outcome, dollars(ceiling))}
        className="w-full sm:w-96"
      >
        <div className="flex gap-2">
          <Input
            {...register('daily')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="No budget"
            className="min-w-0 flex-1"
          />
          <Button type="submit" busy={isSaving} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </Field>
    </form>
  )
}
