import { dollars, type Price } from '../../schemas/usage/money'
import * as words from '../../schemas/usage/usage.words'
import { Card } from '../ui'
import { BudgetForm, type BudgetFormProps } from '../usage/BudgetForm'

interface TodayProps extends BudgetFormProps {
  /** Costs so far, for example "$0.43". */
  spent: string
  /** Rest of the budget; null if there is none. */
  left: Price
}

export const Today = ({ spent, left, ...form }: TodayProps) => (
  <Card tone="sunken" className="grid gap-4 text-sm">
    <p>
      {words.todayUntil} <strong className="font-semibold tabular-nums">{spent}</strong>
      {left === null ? null : left === 0 ? words.budgetIsUsedUp : words.budgetLeft(dollars(left))}
    </p>
    <BudgetForm key={String(form.budget.daily)} {...form} />
  </Card>
)
