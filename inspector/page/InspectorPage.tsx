import { useMemo, useState } from 'react'
import { printRecording } from '../../src/recording/printRecording'
import type { Entry } from '../../src/recording/recording'
import { snapshotBefore } from '../differences'
import { ActorTools } from './ActorTools'
import { ActorTree } from './ActorTree'
import { ChartView } from './ChartView'
import { EntryDetail } from './EntryDetail'
import { EventLog } from './EventLog'
import { SearchBar } from './SearchBar'
import { SequenceView } from './SequenceView'
import { Stepper } from './Stepper'
import { saveFile } from './saveFile'
import { useCoverage } from './useCoverage'
import { useFindings } from './useFindings'
import { useRun } from './useRun'

const save = (entries: readonly Entry[]) =>
  saveFile(
    `recording-${new Date().toISOString().replaceAll(':', '-')}.json`,
    printRecording([...entries]),
    'application/json',
  )

export const InspectorPage = () => {
  const { run, load, problem, ask } = useRun()
  const [stoppedAt, setStoppedAt] = useState<number>()
  const [chosen, setChosen] = useState<string>()
  const [view, setView] = useState<'log' | 'sequence'>('log')

  const { timeline, origin } = run
  const { entries } = timeline
  const total = entries.length
  const count = Math.min(stoppedAt ?? total, total)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a timeline grows, and each batch is another run
  const actors = useMemo(() => timeline.actorsAfter(count), [run, count])
  const shown =
    actors.find(({ actor }) => actor === chosen) ?? actors.find(({ name }) => name === 'replyFlow') ?? actors[0]
  const current = entries[count - 1]
  const { search, setSearch, positions } = useFindings(run)
  const coveredOf = useCoverage(run)

  return (
    <div className="inspector">
      <header className="bar">
        <h1>Inspector</h1>
        <span className="origin">{origin}</span>
        <Stepper count={count} total={total} onStep={setStoppedAt} isLive={stoppedAt === undefined} />
        <button type="button" onClick={() => save(entries)} disabled={total === 0}>
          Save recording
        </button>
        <label className="load">
          Load recording
          <input
            type="file"
            accept=".json,application/json"
            onChange={(event) => {
              setStoppedAt(undefined)
              void load(event.currentTarget.files?.[0])
            }}
          />
        </label>
        {problem ? <output className="problem">{problem}</output> : null}
      </header>
      <ActorTree actors={actors} chosen={shown?.actor} onChoose={setChosen} />
      <main className="stage">
        {shown ? (
          <>
            <ChartView
              actor={shown}
              before={snapshotBefore(timeline, shown.actor, count)}
              coveredByRun={coveredOf(shown.chart)}
              key={shown.actor}
            />
            {origin === 'live' ? (
              <ActorTools
                actor={shown.actor}
                chart={shown.chart}
                earlier={stoppedAt === undefined ? undefined : shown.number}
                onAsk={ask}
              />
            ) : null}
          </>
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
          <SearchBar
            search={search}
            onSearch={setSearch}
            actor={shown ? { id: shown.actor, name: shown.name } : undefined}
            found={positions.length}
            total={total}
          />
        </div>
        {view === 'log' ? (
          <EventLog timeline={timeline} positions={positions} count={count} onStep={setStoppedAt} />
        ) : (
          <SequenceView timeline={timeline} positions={positions} count={count} onStep={setStoppedAt} />
        )}
        {current ? <EntryDetail entry={current} /> : null}
      </section>
    </div>
  )
}
