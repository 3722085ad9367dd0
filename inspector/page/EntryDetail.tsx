import type { Entry } from '../../src/recording/recording'
import { JsonView } from './JsonView'

export const EntryDetail = ({ entry }: { entry: Entry }) => {
  if (entry.kind === 'actor') return null
  const guards = entry.kind === 'snapshot' ? (entry.guards ?? []) : []
  return (
    <div className="detail">
      {guards.length > 0 ? (
        <section className="guards" aria-label="Guards asked">
          <h2>Guards asked</h2>
          <ol>
            {guards.map(({ name, answer }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a guard may be asked twice, in this order
              <li key={index} className={answer ? 'is-yes' : 'is-no'}>
                <b>{name}</b> {answer ? 'yes' : 'no'}
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      <JsonView title="Payload" value={entry.event} />
    </div>
  )
}
