import type { CsvImportRef } from '../../machines/accounts/csvImport'
import * as words from '../../schemas/accounts/accounts.words'
import type { CutImport } from '../../schemas/accounts/cutImport'
import { Button, Card } from '../ui'

export const CutImportNote = ({ csvImport, cut }: { csvImport: CsvImportRef; cut: CutImport }) => (
  <Card role="region" aria-label="CSV import" className="mb-4">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex-1 basis-64">
        <strong className="font-semibold break-all">{cut.fileName}</strong>
        {textOf(cut)}
      </p>
      <Button tone="quiet" size="sm" onClick={() => csvImport.send({ type: 'report.dismiss' })}>
        Dismiss
      </Button>
    </div>
  </Card>
)

const textOf = (cut: CutImport): string => {
  const { rows, answered, created, isUnsure } = cut
  if (answered === 0 && !isUnsure) return words.importNotStarted
  return words.importCut(rows, answered + 1, created, answered - created, unsent(cut))
}

const unsent = ({ rows, answered, isUnsure, line, lastLine }: CutImport): string => {
  const left = rows - answered
  if (!isUnsure) return words.unsentLines(line, lastLine)
  const unsure = words.unsureRow(line)
  return left === 1 ? unsure : `${unsure} ${words.unsentAfter(lastLine)}`
}
