import { useSelector } from '@xstate/react'
import { ownAllowances } from '../../machines/usage/allowances.actors'
import * as words from '../../schemas/usage/usage.words'
import { useScreenActor } from '../shell/screenActor'
import { Cell, ColumnHeader, FailedState, Table, TableBody, TableHead, TableRow, Time } from '../ui'
import { Coming } from '../ui/states/Coming'
import { allowanceRows, allowanceTitles } from './allowanceRows'

const Allowances = () => {
  const flow = useScreenActor(ownAllowances, { params: undefined })
  const allowances = useSelector(flow, ({ context }) => context.data)
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  const isLoading = useSelector(flow, (snapshot) => snapshot.matches('loading'))
  if (isFailed) return <FailedState onRetry={() => flow.send({ type: 'list.reload' })} />
  if (!allowances) return isLoading ? <Coming /> : null
  return (
    <section aria-labelledby="allowances-heading">
      <h2 id="allowances-heading" className="text-lg">
        {words.dailyLimits}
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">
        {words.nextReset} <Time value={allowances.resets_at} />
        {words.setByAdministrator}
      </p>
      <Table label={words.dailyLimits}>
        <TableHead>
          <ColumnHeader>What</ColumnHeader>
          <ColumnHeader align="end">Today</ColumnHeader>
          <ColumnHeader align="end">Left</ColumnHeader>
          <ColumnHeader align="end">Limit</ColumnHeader>
        </TableHead>
        <TableBody>
          {allowanceRows(allowances).map(({ name, used, left, limit }) => (
            <TableRow key={name}>
              <Cell phone="title">{allowanceTitles[name]}</Cell>
              <Cell phone="half" label="Today" align="end" className="tabular-nums">
                {used}
              </Cell>
              <Cell phone="half" label="Left" align="end" className="tabular-nums">
                {left ?? 'No limit'}
              </Cell>
              <Cell label="Limit" align="end" className="tabular-nums">
                {limit ?? 'No limit'}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}

export default Allowances
