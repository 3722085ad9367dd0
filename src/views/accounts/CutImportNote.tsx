import type { CsvImportRef } from '../../machines/accounts/csvImport'
import type { CutImport } from '../../schemas/cutImport'
import { Button, Card, counted } from '../ui'
import { unsureRow } from './unsureRow'

/** What became of an import whose page was left: its rows are gone with the page, so it names them by their lines. */
export const CutImportNote = ({ csvImport, cut }: { csvImport: CsvImportRef; cut: CutImport }) => (
  <Card role="region" aria-label="CSV import" className="mb-4">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex-1 basis-64">
        <strong className="font-semibold break-all">{cut.fileName}</strong>: the import of {counted(cut.rows, 'row')}{' '}
        ended at row {(cut.answered + 1).toLocaleString()}, because the page was left. {counted(cut.created, 'account')}{' '}
        added, {(cut.answered - cut.created).toLocaleString()} failed. {unsent(cut)} Choose the file again to go on:
        what was added is not added twice.
      </p>
      <Button tone="quiet" size="sm" onClick={() => csvImport.send({ type: 'report.dismiss' })}>
        Dismiss
      </Button>
    </div>
  </Card>
)

const unsent = ({ rows, answered, isUnsure, line, lastLine }: CutImport): string => {
  const left = rows - answered
  const last = `to line ${lastLine.toLocaleString()}, the last one`
  if (!isUnsure) return `Nothing was sent from line ${line.toLocaleString()} ${last}.`
  const unsure = unsureRow(line)
  return left === 1 ? unsure : `${unsure} Nothing was sent after it, ${last}.`
}
