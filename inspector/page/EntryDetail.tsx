import type { Entry } from '../../src/recording/recording'
import { JsonView } from './JsonView'

/** The payload of the entry at which the run stands. */
export const EntryDetail = ({ entry }: { entry: Entry }) =>
  entry.kind === 'actor' ? null : <JsonView title="Payload" value={entry.event} />
