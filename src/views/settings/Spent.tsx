import { Link } from 'wouter'
import { spendingPath } from '../../schemas/paths'
import * as words from '../../schemas/usage/usage.words'

const Spent = () => (
  <section aria-labelledby="budgets-heading">
    <h2 id="budgets-heading" className="text-lg">
      {words.budgets}
    </h2>
    <p className="mt-1 text-sm text-ink-2">
      {words.budgetsLead}{' '}
      <Link href={spendingPath} className="text-link font-semibold">
        {words.openSpending}
      </Link>
    </p>
  </section>
)

export default Spent
