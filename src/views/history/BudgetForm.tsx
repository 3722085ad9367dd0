import { useState } from 'react'
import type { BudgetRef } from '../../machines/spending'
import { type Budget, dollars, largestBudget, microsOf } from '../../schemas/money'
import { Button, Field, Input } from '../ui'

export interface BudgetFormProps {
  flow: BudgetRef
  budget: Budget
  isSaving: boolean
  label: string
  /** What happens at its end, as a sentence. */
  outcome: string
}

/** How much may be spent a day; empty for no end. */
export const BudgetForm = ({ flow, budget: { daily, ceiling }, isSaving, label, outcome }: BudgetFormProps) => {
  const [text, setText] = useState(daily === null ? '' : dollars(daily).slice(1))
  const [error, setError] = useState<string>()
  const most = ceiling ?? largestBudget
  const save = () => {
    const amount = text.trim() === '' ? null : microsOf(text)
    if (amount === undefined) return setError('Enter dollars, such as 5.00, or nothing for no budget')
    if (amount !== null && amount > most) return setError(`At most ${dollars(most)} a day`)
    setError(undefined)
    flow.send({ type: 'budget.save', daily: amount })
  }
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-3 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Field
        live
        label={label}
        error={error}
        hint={
          ceiling === null
            ? `${outcome} Empty: no budget.`
            : `${outcome} This server allows at most ${dollars(ceiling)}.`
        }
        className="w-full sm:w-96"
      >
        <div className="flex gap-2">
          <Input
            value={text}
            inputMode="decimal"
            autoComplete="off"
            placeholder="No budget"
            onChange={(event) => setText(event.target.value)}
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
