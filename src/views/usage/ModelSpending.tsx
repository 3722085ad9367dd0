import { useSelector } from '@xstate/react'
import { useEffects } from '../../effects'
import { modelSpending } from '../../machines/characters/models.actors'
import type { ModelSpending as Spent } from '../../schemas/characters/models'
import { dayText, type ModelTotal } from '../../schemas/usage/money'
import * as words from '../../schemas/usage/usage.words'
import { costText, tokenPriceText, tokensText } from '../characters/models'
import { Today } from '../history/Today'
import { useScreenActor } from '../shell/screenActor'
import { Cell, ColumnHeader, FailedState, Table, TableBody, TableHead, TableRow } from '../ui'
import { SectionHeader } from '../ui/tables/SectionHeader'
import { leftOf } from './money'

const ModelSpending = () => {
  const flow = useScreenActor(modelSpending)
  useEffects(flow)
  const spending = useSelector(flow, ({ context }) => context.spending)
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  const isSaving = useSelector(flow, (snapshot) => snapshot.matches('saving'))
  if (isFailed) return <FailedState onRetry={() => flow.send({ type: 'page.reload' })} />
  if (!spending) return null
  return (
    <section aria-labelledby="models-heading">
      <SectionHeader className="mt-10" title={<span id="models-heading">Models</span>} />
      <Today
        spent={`${costText(spending.today)}; ${tokensText(spending.today)}`}
        left={leftOf(spending.budget, spending.today.charged)}
        flow={flow}
        budget={spending.budget}
        isSaving={isSaving}
        label={words.dailyModelBudget}
        outcome={words.modelBudgetUsedUp}
      />
      {spending.days.length > 0 ? (
        <>
          <Totals
            label={words.modelsByDay}
            title={words.dayInUtc}
            rows={spending.days.map((day) => ({ name: dayText(day.day), ...day }))}
          />
          <Totals
            label={words.byModel}
            title="Model"
            rows={spending.models.map((each) => ({ name: `${each.model} (${each.provider})`, ...each }))}
          />
          <Totals
            label={words.byCharacter}
            title="Character"
            rows={spending.characters
              .filter(({ calls }) => calls > 0)
              .map((each) => ({ ...each, name: words.characterWithId(each.name, each.role_id) }))}
          />
        </>
      ) : null}
      <Prices spending={spending} />
    </section>
  )
}

export default ModelSpending

const Totals = ({ label, title, rows }: { label: string; title: string; rows: (ModelTotal & { name: string })[] }) => (
  <div className="mt-5">
    <Table label={label}>
      <TableHead>
        <ColumnHeader>{title}</ColumnHeader>
        <ColumnHeader align="end">Calls</ColumnHeader>
        <ColumnHeader align="end">Tokens</ColumnHeader>
        <ColumnHeader align="end">Cost</ColumnHeader>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.name}>
            <Cell phone="title" className="wrap-anywhere tabular-nums">
              {row.name}
            </Cell>
            <Cell phone="half" label="Calls" align="end" className="tabular-nums">
              {row.calls}
            </Cell>
            <Cell label="Tokens" align="end" className="tabular-nums">
              {tokensText(row)}
            </Cell>
            <Cell label="Cost" align="end" className="tabular-nums">
              {costText(row)}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
)

const Prices = ({ spending: { prices, as_of, source } }: { spending: Spent }) => (
  <p className="mt-3 text-xs wrap-anywhere text-ink-2">
    {as_of === null
      ? words.noModelPrices
      : words.pricesOfModels(
          dayText(as_of),
          source,
          prices.map((price) => `${price.model} ${tokenPriceText(price)}`).join('; '),
        )}
  </p>
)
