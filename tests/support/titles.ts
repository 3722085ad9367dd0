import { existsSync, readFileSync } from 'node:fs'

const known = new Map<string, Set<string>>()

/** The titles of the tests in a file, as written: `it('…')`, `it.each(…)('…')`, `test(…)`. */
export const titlesIn = (file: string): Set<string> => {
  const titles = known.get(file) ?? readTitles(file)
  known.set(file, titles)
  return titles
}

const readTitles = (file: string): Set<string> => {
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const calls = /(?:\b(?:it|test)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1\s*,/g
  return new Set([...source.matchAll(calls)].map(([, , title = '']) => title.replace(/\\(['"`])/g, '$1')))
}
