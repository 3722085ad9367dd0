import { Card } from '../ui'
import { BudgetForm, type BudgetFormProps } from './BudgetForm'

interface TodayProps extends BudgetFormProps {
  /** What the day came to so far, in words. */
  spent: string
}

/** What the day came to, and how much it may. */
export const Today = ({ spent, ...form }: TodayProps) => (
  <Card tone="sunken" className="grid gap-4 text-sm">
    <p>
      Today, until 00:00 UTC: <strong className="font-semibold tabular-nums">{spent}</strong>
    </p>
    <BudgetForm key={String(form.budget.daily)} {...form} />
  </Card>
)
