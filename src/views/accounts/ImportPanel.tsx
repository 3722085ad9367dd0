import { FileSpreadsheet, Pause, Play } from 'lucide-react'
import type { CsvImportContext, CsvImportRef } from '../../machines/accounts/csvImport'
import * as words from '../../schemas/accounts/accounts.words'
import { useCsvImport } from '../shell/logicContext'
import { Button, Card } from '../ui'
import { Meter } from '../ui/Meter'
import { CutImportNote } from './CutImportNote'
import { ImportPreview } from './ImportPreview'
import { ImportReport } from './ImportReport'
import { type ImportSnapshot, position } from './importPosition'
import { useImport } from './useImport'

/** Nothing moves between two drawings, because a frame costs an import as much as a row. */
const ImportPanel = () => {
  const csvImport = useCsvImport()
  const snapshot = useImport(csvImport)
  if (snapshot.matches('idle')) return null
  if (snapshot.matches('settled') || snapshot.matches('interrupted'))
    return <ImportReport csvImport={csvImport} snapshot={snapshot} />
  if (snapshot.matches('previewing')) return <ImportPreview csvImport={csvImport} />
  if (snapshot.matches('cut') && snapshot.context.cut)
    return <CutImportNote csvImport={csvImport} cut={snapshot.context.cut} />
  if (snapshot.matches('reading'))
    return (
      <ImportCard>
        <p>
          Reading <strong className="font-semibold">{snapshot.context.fileName}</strong>
        </p>
      </ImportCard>
    )
  return <Progress csvImport={csvImport} snapshot={snapshot} />
}

export default ImportPanel

const Progress = ({ csvImport, snapshot }: { csvImport: CsvImportRef; snapshot: ImportSnapshot }) => {
  const { context } = snapshot
  const resumable = snapshot.can({ type: 'import.resume' })
  return (
    <ImportCard>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <p className="flex flex-1 basis-64 gap-x-4">
          <FileSpreadsheet aria-hidden="true" className="mt-0.5 size-5 shrink-0 max-sm:hidden" />
          <span>
            <strong className="font-semibold break-all">{context.fileName}</strong>, {position(snapshot)}.{' '}
            {context.created} added{context.rejected.length > 0 ? ', ' : '.'}
            {context.rejected.length > 0 ? (
              <strong className="font-semibold text-danger-ink">{context.rejected.length} failed</strong>
            ) : null}
          </span>
        </p>
        <div className="-mr-2 flex gap-1 max-sm:-ml-3">
          {resumable ? (
            <Button tone="quiet" size="sm" icon={Play} onClick={() => csvImport.send({ type: 'import.resume' })}>
              Resume
            </Button>
          ) : (
            <Button
              tone="quiet"
              size="sm"
              icon={Pause}
              disabled={!snapshot.can({ type: 'import.pause' })}
              onClick={() => csvImport.send({ type: 'import.pause' })}
            >
              Pause
            </Button>
          )}
          <Button
            tone="quiet"
            size="sm"
            disabled={!snapshot.can({ type: 'import.stop' })}
            onClick={() => csvImport.send({ type: 'import.stop' })}
          >
            Stop
          </Button>
        </div>
      </div>
      <Meter
        className="mt-3 h-2! bg-primary-line/70! *:transition-none"
        total={totalOf(context)}
        parts={[
          { value: context.created, tone: 'primary' },
          { value: context.rejected.length, tone: 'danger' },
        ]}
        label={words.importProgress(context.created, context.rejected.length, totalOf(context))}
      />
    </ImportCard>
  )
}

const ImportCard = ({ children }: { children: React.ReactNode }) => (
  <Card tone="soft" role="region" aria-label="CSV import" className="mb-4 text-md text-primary-ink">
    {children}
  </Card>
)

/** Includes rows that could not be read: they failed before the first row was sent. */
const totalOf = ({ rows, rejected, answered, created }: CsvImportContext): number =>
  rows.length + rejected.length - (answered - created)
