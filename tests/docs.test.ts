import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { waitReasons } from '../src/schemas/history/tasks'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')
const folders = new Set(files.flatMap((file) => file.split('/').map((_, end, parts) => parts.slice(0, end).join('/'))))

/** `*`, `<topic>` and `NNNN` stand for any name; a path may leave out the folders above it. */
const exists = (path: string): boolean => {
  const parts = path.replace(/\/$/, '').split(/<\w+>|N{4}|\*/)
  const escaped = parts.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('[^/]*')
  const pattern = new RegExp(`^(?:.*/)?${escaped}$`)
  return folders.has(path.replace(/\/$/, '')) || files.some((file) => pattern.test(file))
}

const isPath = (word: string): boolean =>
  /^[\w.<>*-]+(?:\/[\w.<>*-]*)*$/.test(word) &&
  (/[\w>*]\.(?:tsx?|mjs|md|sql|service|timer)$/.test(word) || (word.includes('/') && folders.has(dirname(word))))

const missingIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(({ 1: code = '' }) => code.split(/\s+/).filter(isPath))
    .filter((path) => !exists(path))
    .map((path) => [path, ...files.filter((file) => basename(file) === basename(path))].join(', now '))

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(({ 1: title = '' }) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  )

const brokenLinksIn = (document: string, text: string): string[] =>
  [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(({ 0: link, 1: path = '', 2: anchor }) => {
    const target = path === '' ? document : normalize(`${dirname(document)}/${path}`).replace(/\/$/, '')
    if (!files.includes(target) && !folders.has(target)) return [link]
    return anchor && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor) ? [link] : []
  })

/** "`name` in `file`" and "`name` (`file`)" promise that the file has that name. */
const absentNamesIn = (text: string): string[] =>
  [...text.matchAll(/`(\w+)`(?: in | \()`([\w/.-]+\.(?:tsx?|mjs))`/g)].flatMap(
    ({ 0: words, 1: name = '', 2: path = '' }) => {
      const named = files.filter((file) => file === path || file.endsWith(`/${path}`))
      return named.some((file) => new RegExp(`\\b${name}\\b`).test(readFileSync(file, 'utf8'))) ? [] : [words]
    },
  )

const problemsOf = (document: string, text: string): string[] => {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  return [...missingIn(prose), ...brokenLinksIn(document, prose), ...absentNamesIn(prose)]
}

const documents = files.filter((file) => /\.md$/.test(file) && !/__golden__|__words__|docs\/machines/.test(file))

describe('a document', () => {
  it.each(documents)('%s names only files, folders, headings and names that exist', (document) => {
    expect(problemsOf(document, readFileSync(document, 'utf8'))).toEqual([])
  })

  it('is refused if it names a file, folder, heading or name that does not exist', () => {
    const text = [
      '`tests/docs.test.ts`, `docs.test.ts`, `tests/<topic>.test.ts`, `tests/server/`, `docs/decisions` and `HTTP/1.1`',
      '`lib/docs.test.ts`, `tests/elsewhere/`, [a](nowhere.md), [b](testing.md#mutants), [c](testing.md#nowhere)',
      '`readRows` in `proofs.mjs`, `writeRows` (`scripts/proofs.mjs`)',
    ].join('\n')
    expect(problemsOf('docs/any.md', text)).toEqual([
      'lib/docs.test.ts, now tests/docs.test.ts',
      'tests/elsewhere/',
      '](nowhere.md)',
      '](testing.md#nowhere)',
      '`writeRows` (`scripts/proofs.mjs`',
    ])
  })
})

describe('the decision records', () => {
  const records = files.filter((file) => file.startsWith('docs/decisions/'))
  const numbers = records.map((file) => basename(file).slice(0, 3))

  it('are at most 30, each with context, decision and consequences in at most 250 words', () => {
    expect(records.length).toBeLessThanOrEqual(30)
    for (const record of records) {
      const text = readFileSync(record, 'utf8')
      expect(text.split(/\s+/).length, record).toBeLessThanOrEqual(251)
      expect(text.match(/^\*\*\w+\.\*\*/gm), record).toEqual(['**Context.**', '**Decision.**', '**Consequences.**'])
    }
  })

  it('are there for each number that code, tests and documents cite', () => {
    const cited = execFileSync('git', ['grep', '-hioE', 'decision [0-9]{3}\\b'], { encoding: 'utf8' })
    expect(new Set(cited.match(/\d{3}/g)?.filter((number) => !numbers.includes(number)))).toEqual(new Set())
  })
})

it('the table of waits has a row for every reason', () => {
  const rows = readFileSync('docs/operating.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const first = rows.map((row) => row.split('|')[1] ?? '')
  expect(waitReasons.filter((reason) => !first.some((cell) => cell.includes(`\`${reason}\``)))).toEqual([])
})
