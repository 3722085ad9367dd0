import type { CsvImportRef } from '../../machines/accounts/csvImport'

export type ImportSnapshot = ReturnType<CsvImportRef['getSnapshot']>

/** Where in its file an import is, and what keeps it from going on. */
export const position = (snapshot: ImportSnapshot): string => {
  const { answered, rows } = snapshot.context
  const place = `row ${Math.min(answered + 1, rows.length)} of ${rows.length}`
  if (snapshot.matches('grouping')) return `creating groups before ${place}`
  if (snapshot.matches('unreached')) return `waiting for the server before ${place}`
  if (snapshot.matches('paused')) return `paused before ${place}`
  if (snapshot.matches({ importing: 'pausing' })) return `pausing after ${place}`
  if (snapshot.matches({ importing: 'stopping' })) return `stopping after ${place}`
  return place
}

/** The same in a few words: a phone's header has room for no more. */
export const importSign = (snapshot: ImportSnapshot): string => {
  const { answered, rows } = snapshot.context
  const count = `${answered.toLocaleString()} of ${rows.length.toLocaleString()}`
  if (snapshot.matches('interrupted')) return `Interrupted, ${count}`
  if (snapshot.matches('unreached')) return `Not reached, ${count}`
  if (snapshot.matches('paused')) return `Paused, ${count}`
  return `Importing ${count}`
}
