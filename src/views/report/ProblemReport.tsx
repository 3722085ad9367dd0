import { useSelector } from '@xstate/react'
import { Download } from 'lucide-react'
import { type ReactNode, use, useEffect, useState } from 'react'
import { type ActorRefFrom, createActor } from 'xstate'
import type { ProblemFile, problemReportMachine, Shows } from '../../machines/report/problemReport'
import { problemReport } from '../../machines/report/problemReport.actors'
import * as words from '../../schemas/shell/report.words'
import { reportAProblem } from '../../schemas/shell/shell.words'
import { SourceContext } from '../shell/logicContext'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/forms/Checkbox'
import { Field } from '../ui/forms/Field'
import { Input } from '../ui/forms/Input'
import { shortTime } from '../ui/localTimes'
import { TryAgain } from '../ui/states/TryAgain'
import DialogWindow from '../ui/windows/DialogWindow'

export type ProblemReportProps = { open: boolean; onClose: () => void }

const ProblemReport = ({ open, onClose }: ProblemReportProps) => (open ? <Report onClose={onClose} /> : null)

export default ProblemReport

const Report = ({ onClose }: { onClose: () => void }) => {
  const source = use(SourceContext)
  const [report] = useState(() => createActor(problemReport(source, window)))
  useEffect(() => void report.start(), [report])
  const isBusy = useSelector(report, (snapshot) => snapshot.hasTag('busy'))
  const canSave = useSelector(report, (snapshot) => snapshot.can({ type: 'report.save' }))
  const file = useSelector(report, ({ context }) => context.file)
  return (
    <DialogWindow
      open
      onClose={onClose}
      title={reportAProblem}
      description={words.lead}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            tone="primary"
            icon={Download}
            busy={isBusy}
            disabled={!canSave}
            onClick={() => report.send({ type: 'report.save' })}
          >
            Save file
          </Button>
        </>
      }
    >
      {file ? <Contents file={file} /> : null}
      <Choices report={report} />
      <Outcome report={report} file={file} />
      {file ? <Preview report={report} file={file} /> : null}
    </DialogWindow>
  )
}

type ReportRef = ActorRefFrom<typeof problemReportMachine>

const Contents = ({ file: { parts, events, calls, since } }: { file: ProblemFile }) => (
  <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
    <Row name={words.whatHappened}>
      {words.happenings(events, parts, since === undefined ? undefined : shortTime(new Date(since)))}
    </Row>
    <Row name={words.serverCalls}>{words.calls(calls)}</Row>
    <Row name={words.alsoIncluded}>{words.surroundings}</Row>
    <Row name={words.neverIncluded}>{words.secrets}</Row>
  </dl>
)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="font-semibold">{name}</dt>
    <dd className="text-ink-2 max-sm:mb-1.5">{children}</dd>
  </>
)

const Choices = ({ report }: { report: ReportRef }) => {
  const shows = useSelector(report, ({ context }) => context.shows)
  const choose = (change: Partial<Shows>) => report.send({ type: 'report.show', shows: { ...shows, ...change } })
  return (
    <fieldset className="mt-5">
      <legend className="text-sm font-semibold">Also include</legend>
      <p className="text-sm text-ink-2">{words.replacedOtherwise}</p>
      <div className="mt-1 flex flex-col">
        <Checkbox checked={shows.texts} onChange={(event) => choose({ texts: event.target.checked })}>
          {words.texts}
        </Checkbox>
        <Checkbox checked={shows.names} onChange={(event) => choose({ names: event.target.checked })}>
          {words.names}
        </Checkbox>
      </div>
    </fieldset>
  )
}

const Outcome = ({ report, file }: { report: ReportRef; file: ProblemFile | undefined }) => {
  const state = useSelector(report, ({ value }) => value)
  return (
    <div role="status" className="mt-2 min-h-6 text-sm">
      {state === 'saved' && file ? <p className="text-success-ink">Saved: {file.name}</p> : null}
      {state === 'unsaved' ? <p className="text-danger-ink">{words.notSaved}</p> : null}
      {state === 'failed' ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-danger-ink">{words.notGathered}</p>
          <TryAgain onClick={() => report.send({ type: 'report.retry' })} />
        </div>
      ) : null}
    </div>
  )
}

const mostLines = 100

const Preview = ({ report, file: { lines } }: { report: ReportRef; file: ProblemFile }) => {
  const searched = useSelector(report, ({ context }) => context.words)
  const wanted = searched.trim().toLowerCase()
  const found = wanted === '' ? lines : lines.filter((line) => line.toLowerCase().includes(wanted))
  return (
    <details className="mt-2 rounded-lg border border-line">
      <summary className="cursor-pointer rounded-lg px-3.5 py-2.5 text-sm font-semibold">{words.preview}</summary>
      <div className="border-t border-line p-3.5">
        <Field label={words.search}>
          <Input
            type="search"
            value={searched}
            onChange={(event) => report.send({ type: 'report.search', words: event.target.value })}
          />
        </Field>
        <p role="status" className="mt-2 text-xs text-ink-2">
          {words.lineCount(found.length, mostLines)}
        </p>
        <textarea
          readOnly
          aria-label={words.contents}
          value={found.slice(-mostLines).join('\n')}
          className="mt-2 block h-56 w-full resize-none rounded-md border border-line bg-sunken p-2.5 font-mono text-xs wrap-anywhere"
        />
      </div>
    </details>
  )
}
