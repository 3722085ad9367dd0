import { useSelector } from '@xstate/react'
import { newAnswers } from '../../machines/security/newAnswers.actors'
import type { Treatment } from '../../schemas/security/newAnswers'
import * as words from '../../schemas/security/security.words'
import { useScreenActor } from '../shell/screenActor'
import {
  Cell,
  ColumnHeader,
  EmptyState,
  FailedState,
  Table,
  TableBody,
  TableHead,
  TableLoading,
  TableRow,
  Time,
} from '../ui'

const treatments: Record<Treatment, string> = {
  handed_over: words.waitsForManual,
  app_held: 'App paused',
  looked_for: words.lookedFor,
  failed: 'Reply failed',
  deferred: 'Reply waits',
  account_stopped: words.accountStopped,
}

const NewAnswerList = () => {
  const list = useScreenActor(newAnswers, { params: undefined })
  const answers = useSelector(list, ({ context }) => context.data)
  const isFailed = useSelector(list, (snapshot) => snapshot.matches('failed'))
  if (isFailed) return <FailedState onRetry={() => list.send({ type: 'list.reload' })} />
  if (answers === undefined) return <TableLoading />
  if (answers.length === 0) return <EmptyState>{words.noUnknownAnswers}</EmptyState>
  return (
    <Table label={words.unknownAnswersTable} dense>
      <TableHead>
        <ColumnHeader>{words.wordsOfX}</ColumnHeader>
        <ColumnHeader align="end">Times</ColumnHeader>
        <ColumnHeader>{words.handledAs}</ColumnHeader>
        <ColumnHeader>First</ColumnHeader>
        <ColumnHeader>Last</ColumnHeader>
      </TableHead>
      <TableBody>
        {answers.map(({ id, words: text, times, treatment, first_at, last_at }) => (
          <TableRow key={id}>
            <Cell phone="title" className="wrap-anywhere">
              {text}
            </Cell>
            <Cell phone="half" label="Times" align="end" className="tabular-nums">
              {times}
            </Cell>
            <Cell phone="half" label={words.handledAs}>
              {treatments[treatment]}
            </Cell>
            <Cell label="First">
              <Time value={first_at} />
            </Cell>
            <Cell label="Last">
              <Time value={last_at} />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

export default NewAnswerList
