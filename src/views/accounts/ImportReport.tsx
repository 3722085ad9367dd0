import { Download, Play } from 'lucide-react'
import type { CsvImportContext, CsvImportRef } from '../../machines/accounts/csvImport'
import { createImportReader } from '../../machines/accounts/importParts.actors'
import * as words from '../../schemas/accounts/accounts.words'
import type { CsvRows, RejectedRow } from '../../schemas/accounts/csvRows'
import { useLogic } from '../shell/logicContext'
import { Button, Card, Cell, ColumnHeader, Table, TableBody, TableHead, TableRow } from '../ui'
import { GroupOffer } from './GroupOffer'
import type { ImportSnapshot } from './importPosition'

/** The downloaded file contains the other rows. */
const shownRows = 20

export const ImportReport = ({ csvImport, snapshot }: { csvImport: CsvImportRef; snapshot: ImportSnapshot }) => {
  const logic = useLogic()
  const importReader = createImportReader(logic)
  const { context } = snapshot
  const rows = importReader.rows(context.rows)
  const rejected = importReader.rejected(context).toSorted((one, other) => one.line - other.line)
  const unreadable = rejected.filter(({ values }) => !values).length
  const more = rejected.length - shownRows
  const left = context.rows.length - context.answered
  const isInterrupted = snapshot.matches('interrupted')
  const kinds = [rejected.some(({ values }) => values) ? 'failed' : [], left > 0 ? 'unsent' : []].flat()
  return (
    <Card role="region" aria-label="CSV import" className="mb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 basis-64">
          <strong className="font-semibold break-all">{context.fileName}</strong>:{' '}
          {outcome(context, rows, isInterrupted)}
        </p>
        <div className="flex flex-wrap gap-1 max-sm:-ml-3">
          {isInterrupted ? (
            <Button size="sm" icon={Play} onClick={() => csvImport.send({ type: 'import.resume' })}>
              {words.continueImport(left)}
            </Button>
          ) : null}
          {kinds.length > 0 ? (
            <Button
              tone="quiet"
              size="sm"
              icon={Download}
              onClick={() =>
                logic.downloads.failedRows(rejected, Array.from(rows).slice(context.answered), context.tries > 0)
              }
            >
              Download {kinds.join(' and ')} rows
            </Button>
          ) : null}
          {isInterrupted ? (
            <Button tone="quiet" size="sm" onClick={() => csvImport.send({ type: 'import.stop' })}>
              Stop
            </Button>
          ) : (
            <Button tone="quiet" size="sm" onClick={() => csvImport.send({ type: 'report.dismiss' })}>
              Dismiss
            </Button>
          )}
        </div>
      </div>
      {snapshot.can({ type: 'groups.choose', choices: [] }) ? (
        <GroupOffer csvImport={csvImport} rejected={rejected} left={left} />
      ) : null}
      {unreadable > 0 ? <p className="mt-3 text-sm text-warn-ink">{words.unreadableRows(unreadable)}</p> : null}
      {rejected.length > 0 ? <FailedRows rows={rejected.slice(0, shownRows)} /> : null}
      {more > 0 ? <p className="mt-3 text-sm text-ink-2">{words.moreFailedRows(more)}</p> : null}
    </Card>
  )
}

const FailedRows = ({ rows }: { rows: RejectedRow[] }) => (
  <div className="mt-4">
    <Table label={words.failedRows}>
      <TableHead>
        <ColumnHeader>Line</ColumnHeader>
        <ColumnHeader>Username</ColumnHeader>
        <ColumnHeader>Reason</ColumnHeader>
      </TableHead>
      <TableBody>
        {rows.map(({ line, username, reason }) => (
          <TableRow key={line}>
            <Cell phone="inline" label="Line" className="w-16 tabular-nums">
              {line}
            </Cell>
            <Cell phone="inline" className="font-semibold wrap-anywhere">
              <bdi>{username}</bdi>
            </Cell>
            <Cell className="wrap-anywhere">{reason}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
)

const outcome = (context: CsvImportContext, rows: CsvRows, isInterrupted: boolean): string => {
  const { problem, answered, created, rejected, tries } = context
  if (problem !== undefined) return words.importedNothing(problem)
  if (rows.length === 0 && rejected.length === 0) return words.noRows
  const result = words.importResult(created, rejected.length)
  const left = rows.length - answered
  if (left === 0) return result
  const why = isInterrupted ? words.sessionEnded : 'Stopped'
  if (tries === 0) return `${result} ${words.rowsNotSent(why, left)}`
  const unsure = words.unsureRow(rows.at(answered)?.line ?? 0)
  return left === 1 ? `${result} ${why}. ${unsure}` : `${result} ${words.rowsNotSent(why, left - 1)} ${unsure}`
}
