import { useSelector } from '@xstate/react'
import { useEffects } from '../../effects'
import { spending as machine } from '../../machines/usage/usage.actors'
import { type DayTotal, dayText, dollars, type PriceName, priceNames, type Spending } from '../../schemas/usage/money'
import * as words from '../../schemas/usage/usage.words'
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
import { LazyPart } from '../ui/states/LazyPart'
import { lazy, useWarmUp } from '../ui/states/lazy'
import { SectionHeader } from '../ui/tables/SectionHeader'
import { leftOf, totalText } from './money'

const ModelSpending = lazy(() => import('./ModelSpending'))

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
      <PageHeader title="Spending" lead={words.spendingLead} actions={<BackToHistory />} />
      {isFailed ? (
        <FailedState onRetry={() => flow.send({ type: 'page.reload' })} />
      ) : isAbsent ? (
        <EmptyState kind="noMatch" title={words.noSpending} />
      ) : spending ? (
        <>
          <Today
            spent={totalText(spending.today)}
            left={leftOf(spending.budget, spending.today.charged + spending.today.open)}
            flow={flow}
            budget={spending.budget}
            isSaving={isSaving}
            label={words.dailyBudget}
            outcome={words.budgetUsedUp}
          />
          <SectionHeader className="mt-6" title="By day" />
          {spending.days.length > 0 ? <Days days={spending.days} /> : <EmptyState>{words.nothingSpent}</EmptyState>}
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
  <Table label={words.spendingByDay}>
    <TableHead>
      <ColumnHeader>{words.dayInUtc}</ColumnHeader>
      <ColumnHeader align="end">Replies</ColumnHeader>
      <ColumnHeader align="end">Reading</ColumnHeader>
      <ColumnHeader align="end">Together</ColumnHeader>
    </TableHead>
    <TableBody>
      {days.map((day) => (
        <TableRow key={day.day}>
          <Cell phone="title" className="tabular-nums">
            {dayText(day.day)}
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
  post_create: words.reply,
  post_create_with_url: words.replyWithLink,
  post_create_summoned: words.replyToMention,
  post_read: words.readPost,
  owned_read: words.readOwnPost,
  user_read: words.readPerson,
  users_me: words.readAccount,
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
    <p className="mt-3 text-xs text-ink-2">{words.pricesOfX(dayText(as_of), source)}</p>
  </Card>
)

const priceText = (price: number | null): string =>
  price === null ? 'not known' : price === 0 ? 'free' : dollars(price)
