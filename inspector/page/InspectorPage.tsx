import { useEffect, useMemo, useState } from 'react'
import { type Entry, parseRecording, printRecording } from '../../src/recording/recording'
import { actorsAfter } from '../../src/recording/replay'
import { receiveRecording } from '../channel'
import { ActorList } from './ActorList'
import { ChartView } from './ChartView'
import { EntryDetail } from './EntryDetail'
import { EventLog } from './EventLog'
import { SequenceView } from './SequenceView'
import { Stepper } from './Stepper'

type Run = { origin: 'live'; entries: Entry[] } | { origin: string; entries: Entry[] }

const save = (entries: Entry[]) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([printRecording(entries)], { type: 'application/json' }))
  link.download = `recording-${new Date().toISOString().replaceAll(':', '-')}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** What every actor did, live from the console that opened this page or from a saved recording. */
export const InspectorPage = () => {
  const [run, setRun] = useState<Run>({ origin: 'live', entries: [] })
  const [problem, setProblem] = useState('')
  const [stoppedAt, setStoppedAt] = useState<number>()
  const [chosen, setChosen] = useState<string>()
  const [view, setView] = useState<'log' | 'sequence'>('log')

  useEffect(
    () =>
      receiveRecording(window, (told, { startsAnew }) =>
        setRun((before) => {
          if (startsAnew) return { origin: 'live', entries: told }
          return before.origin === 'live' ? { origin: 'live', entries: [...before.entries, ...told] } : before
        }),
      ),
    [],
  )

  const { entries, origin } = run
  const count = Math.min(stoppedAt ?? entries.length, entries.length)
  const actors = useMemo(() => actorsAfter(entries, count), [entries, count])
  const names = useMemo(() => new Map(actors.map(({ actor, name }) => [actor, name])), [actors])
  const shown =
    actors.find(({ actor }) => actor === chosen) ?? actors.find(({ name }) => name === 'replyFlow') ?? actors[0]
  const current = entries[count - 1]

  const load = async (file: File | undefined) => {
    if (!file) return
    try {
      setRun({ origin: file.name, entries: parseRecording(await file.text()) })
      setStoppedAt(undefined)
      setProblem('')
    } catch {
      setProblem(`${file.name} is no recording.`)
    }
  }

  return (
    <div className="inspector">
      <header className="bar">
        <h1>Inspector</h1>
        <span className="origin">{origin === 'live' ? 'live' : origin}</span>
        <Stepper count={count} total={entries.length} onStep={setStoppedAt} isLive={stoppedAt === undefined} />
        <button type="button" onClick={() => save(entries)} disabled={entries.length === 0}>
          Save recording
        </button>
        <label className="load">
          Load recording
          <input
            type="file"
            accept=".json,application/json"
            onChange={(event) => load(event.currentTarget.files?.[0])}
          />
        </label>
        {problem ? <output className="problem">{problem}</output> : null}
      </header>
      <ActorList actors={actors} chosen={shown?.actor} onChoose={setChosen} />
      <main className="stage">
        {shown ? (
          <ChartView actor={shown} key={shown.actor} />
        ) : (
          <p className="hint">
            Press Ctrl+Alt+Shift+I in the console that runs in development, or load a recording from a bug report.
          </p>
        )}
      </main>
      <section className="happenings" aria-label="What happened">
        <div className="switch">
          <button type="button" aria-pressed={view === 'log'} onClick={() => setView('log')}>
            Events
          </button>
          <button type="button" aria-pressed={view === 'sequence'} onClick={() => setView('sequence')}>
            Sequence
          </button>
        </div>
        {view === 'log' ? (
          <EventLog entries={entries} count={count} names={names} onStep={setStoppedAt} />
        ) : (
          <SequenceView entries={entries} count={count} actors={actors} onStep={setStoppedAt} />
        )}
        {current ? <EntryDetail entry={current} /> : null}
      </section>
    </div>
  )
}
