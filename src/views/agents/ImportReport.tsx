import { Download } from 'lucide-react'
import type { CsvImportContext, CsvImportRef } from '../../machines/csvImport'
import type { RejectedRow } from '../../schemas/csvRows'
import { useLogic } from '../logicContext'
import { Button, Card, Cell, ColumnHeader, counted, Table, TableBody, TableHead, TableRow } from '../ui'

/** Rows beyond these are in the file alone. */
const shownRows = 20

/** What became of an import, with the rows that failed and why. */
export const ImportReport = ({ csvImport, context }: { csvImport: CsvImportRef; context: CsvImportContext }) => {
  const { downloads } = useLogic()
  const { rejected } = context
  const more = rejected.length - shownRows
  return (
    <Card role="region" aria-label="CSV import" className="mb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 basis-64">
          <strong className="font-semibold break-all">{context.fileName}</strong>: {outcome(context)}
        </p>
        <div className="flex flex-wrap gap-1 max-sm:-ml-3">
          {rejected.some(({ values }) => values) ? (
            <Button tone="quiet" size="sm" icon={Download} onClick={() => downloads.failedRows(rejected)}>
              Download failed rows
            </Button>
          ) : null}
          <Button tone="quiet" size="sm" onClick={() => csvImport.send({ type: 'report.dismiss' })}>
            Dismiss
          </Button>
        </div>
      </div>
      {rejected.length > 0 ? <FailedRows rows={rejected.slice(0, shownRows)} /> : null}
      {more > 0 ? <p className="mt-3 text-sm text-ink-2">And {more.toLocaleString()} more in the file.</p> : null}
    </Card>
  )
}

const FailedRows = ({ rows }: { rows: RejectedRow[] }) => (
  <div className="mt-4">
    <Table label="Rows that failed">
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
              {username}
            </Cell>
            <Cell className="wrap-anywhere">{reason}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
)

const outcome = ({ problem, rows, answered, created, rejected }: CsvImportContext): string => {
  if (problem !== undefined) return `nothing was added. ${problem}`
  const result = `${counted(created, 'account')} added, ${rejected.length.toLocaleString()} failed.`
  const left = rows.length - answered
  return left > 0 ? `${result} Stopped: ${counted(left, 'row')} not sent.` : result
}
