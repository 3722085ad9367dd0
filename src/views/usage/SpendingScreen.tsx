import { useSelector } from '@xstate/react'
import { useEffects } from '../../effects'
import { spending as machine } from '../../machines/usage/usage.actors'
import { type DayTotal, dollars, type PriceName, priceNames, type Spending } from '../../schemas/money'
import { BackToHistory } from '../history/BackToHistory'
import { Today } from '../history/Today'
import { useScreenActor } from '../shell/screenActor'
import {
  Card,
  Cell,
  ColumnHeader,
  EmptyState,
  FailedState,
  PageHeader,
  Table,
  TableBody,
  TableHead,
  TableLoading,
  TableRow,
} from '../ui'
import { LazyPart } from '../ui/LazyPart'
import { lazy, useWarmUp } from '../ui/lazy'
import { SectionHeader } from '../ui/SectionHeader'
import { leftOf, totalText } from './money'

const ModelSpending = lazy(() => import('./ModelSpending'))

/** What X and models charged, day by day, and how much they may. */
const SpendingScreen = () => {
  const flow = useScreenActor(machine)
  useEffects(flow)
  const spending = useSelector(flow, ({ context }) => context.spending)
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  const isSaving = useSelector(flow, (snapshot) => snapshot.matches('saving'))
  const isAbsent = useSelector(flow, (snapshot) => snapshot.matches('absent'))
  useWarmUp(spending !== undefined || isFailed || isAbsent)
  return (
    <>
      <PageHeader
        title="Spending"
        lead="What X charges for what is sent and read, and models for drafts."
        actions={<BackToHistory />}
      />
      {isFailed ? (
        <FailedState onRetry={() => flow.send({ type: 'page.reload' })} />
      ) : isAbsent ? (
        <EmptyState kind="noMatch" title="This server does not say what X charges." />
      ) : spending ? (
        <>
          <Today
            spent={totalText(spending.today)}
            left={leftOf(spending.budget, spending.today.charged + spending.today.open)}
            flow={flow}
            budget={spending.budget}
            isSaving={isSaving}
            label="Budget a day, in dollars"
            outcome="Once it is used up, sending and reading mentions wait until 00:00 UTC."
          />
          <SectionHeader className="mt-6" title="By day" />
          {spending.days.length > 0 ? (
            <Days days={spending.days} />
          ) : (
            <EmptyState>Nothing was spent in the last 30 days.</EmptyState>
          )}
          <SectionHeader className="mt-6" title="Prices" />
          <Prices spending={spending} />
          <LazyPart>
            <ModelSpending />
          </LazyPart>
        </>
      ) : (
        <TableLoading />
      )}
    </>
  )
}

export default SpendingScreen

const Days = ({ days }: { days: Spending['days'] }) => (
  <Table label="Spending by day">
    <TableHead>
      <ColumnHeader>Day (UTC)</ColumnHeader>
      <ColumnHeader align="end">Replies</ColumnHeader>
      <ColumnHeader align="end">Reading</ColumnHeader>
      <ColumnHeader align="end">Together</ColumnHeader>
    </TableHead>
    <TableBody>
      {days.map((day) => (
        <TableRow key={day.day}>
          <Cell phone="title" className="tabular-nums">
            {day.day}
          </Cell>
          <Cell phone="half" label="Replies" align="end" className="tabular-nums">
            {dollars(day.replies.charged)}
          </Cell>
          <Cell phone="half" label="Reading" align="end" className="tabular-nums">
            {dollars(day.reads.charged)}
          </Cell>
          <Cell label="Together" align="end" className="tabular-nums">
            {totalText(day satisfies DayTotal)}
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

const names: Record<PriceName, string> = {
  post_create: 'A reply',
  post_create_with_url: 'A reply that holds a link',
  post_create_summoned: 'A reply to a post that names or quotes the account',
  post_read: 'A post that is read',
  owned_read: 'A post of its own, read by the account that owns the app',
  user_read: 'A person that comes with it',
  users_me: 'Asking who an account is',
}

const Prices = ({ spending: { prices, as_of, source } }: { spending: Spending }) => (
  <Card className="text-sm">
    <dl className="grid gap-x-10 gap-y-2 sm:grid-cols-2">
      {priceNames.map((name) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-ink-2">{names[name]}</dt>
          <dd className="font-semibold tabular-nums">{priceText(prices[name])}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-3 text-xs text-ink-2">
      As of {as_of}, by {source}. What is read twice on a day X charges once, and nothing for what it refuses. Its own
      console has the last word.
    </p>
  </Card>
)

const priceText = (price: number | null): string =>
  price === null ? 'not known' : price === 0 ? 'free' : dollars(price)
