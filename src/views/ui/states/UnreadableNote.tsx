import * as words from '../../../schemas/crud.words'
import { unreadableIn } from '../../../schemas/unreadable'

/** Nothing if the whole record could be read. */
export const UnreadableNote = ({ record }: { record: object }) => {
  const fields = unreadableIn(record)
  return fields.length === 0 ? null : <p className="text-xs wrap-anywhere text-warn-ink">{words.unreadable(fields)}</p>
}
