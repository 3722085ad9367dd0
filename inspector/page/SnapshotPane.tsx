import { useState } from 'react'
import type { RecordedSnapshot } from '../../src/recording/recording'
import { differences } from '../differences'
import { JsonView } from './JsonView'

interface Props {
  snapshot: RecordedSnapshot | undefined
  before: RecordedSnapshot | undefined
}

export const SnapshotPane = ({ snapshot, before }: Props) => {
  const [view, setView] = useState<'whole' | 'changes'>('whole')
  const [marked, setMarked] = useState<RecordedSnapshot>()
  const base = marked ?? before
  return (
    <div className="snapshot">
      <div className="tools">
        <button type="button" aria-pressed={view === 'whole'} onClick={() => setView('whole')}>
          Snapshot
        </button>
        <button type="button" aria-pressed={view === 'changes'} onClick={() => setView('changes')}>
          Changes
        </button>
        <button
          type="button"
          aria-pressed={marked !== undefined}
          disabled={snapshot === undefined}
          onClick={() => setMarked(marked ? undefined : snapshot)}
        >
          {marked ? 'Compare with the one before' : 'Compare with this one'}
        </button>
      </div>
      {view === 'whole' ? (
        <JsonView title="Snapshot" value={snapshot} />
      ) : (
        <Changes before={base} after={snapshot} since={marked ? 'the marked snapshot' : 'the snapshot before'} />
      )}
    </div>
  )
}

interface ChangesProps {
  before: RecordedSnapshot | undefined
  after: RecordedSnapshot | undefined
  since: string
}

const Changes = ({ before, after, since }: ChangesProps) => {
  const changes = before && after ? differences(before, after) : []
  return (
    <section className="changes" aria-label="Changes">
      <h2>Since {since}</h2>
      {changes.length === 0 ? <p>{before ? 'Nothing changed.' : 'There is none.'}</p> : null}
      <ul>
        {changes.map(({ path, kind, before: was, after: is }) => (
          <li key={path} className={`is-${kind}`}>
            <b>{path}</b> {kind}
            {was === undefined ? null : <del>{was}</del>}
            {is === undefined ? null : <ins>{is}</ins>}
          </li>
        ))}
      </ul>
    </section>
  )
}
