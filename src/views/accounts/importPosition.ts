import type { CsvImportRef } from '../../machines/accounts/csvImport'
import * as words from '../../schemas/accounts/accounts.words'

export type ImportSnapshot = ReturnType<CsvImportRef['getSnapshot']>

export const position = (snapshot: ImportSnapshot): string => {
  const { answered, rows } = snapshot.context
  const place = words.rowPlace(Math.min(answered + 1, rows.length), rows.length)
  if (snapshot.matches('grouping')) return words.creatingGroupsBefore(place)
  if (snapshot.matches('unreached')) return words.waitingForServer(place)
  if (snapshot.matches('paused')) return words.pausedBefore(place)
  if (snapshot.matches({ importing: 'pausing' })) return words.pausingAfter(place)
  if (snapshot.matches({ importing: 'stopping' })) return words.importStoppingAfter(place)
  return place
}

/** Short, because a phone's header has little room. */
export const importSign = (snapshot: ImportSnapshot): string => {
  const { answered, rows } = snapshot.context
  const count = words.rowCount(answered, rows.length)
  if (snapshot.matches('interrupted')) return `Interrupted, ${count}`
  if (snapshot.matches('unreached')) return `Waiting, ${count}`
  if (snapshot.matches('paused')) return `Paused, ${count}`
  return `Importing ${count}`
}
