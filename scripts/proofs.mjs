import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * The rows of the tables in docs/specification.md: a sentence, and the tests that prove it.
 *
 * @returns {{ sentence: string, proofs: { file: string, name: string }[] }[]}
 */
export const readRows = () =>
  readFileSync('docs/specification.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Sentence|---) /.test(line))
    .map((line) => {
      const [, sentence = '', proven = ''] = line.split(/(?<!\\)\|/)
      return {
        sentence: sentence.trim(),
        proofs: [...proven.matchAll(/`([^`>]+) > ([^`]+)`/g)].map(([, file, name]) => ({ file, name })),
      }
    })

/** One title in the source can be many tests: `%s`, `$name` and `${name}` are replaced when they run. */
const patternOf = (name) =>
  new RegExp(
    `^${name
      .split(/%[sdifjoO]|\$\{[\w.]+\}|\$[\w.]+/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  )

/**
 * The proofs among `rows` whose test did not run or did not pass.
 *
 * @param {ReturnType<typeof readRows>} rows
 * @param {{ testResults: { name: string, assertionResults: { title: string, status: string }[] }[] }[]} reports of
 * Vitest's JSON reporter.
 * @returns {string[]} one sentence about each
 */
export const unprovenRows = (rows, reports) => {
  const ran = new Map()
  for (const { name, assertionResults } of reports.flatMap(({ testResults }) => testResults)) {
    const file = relative('.', name)
    ran.set(file, [...(ran.get(file) ?? []), ...assertionResults])
  }
  const problemWith = ({ file, name }) => {
    const pattern = patternOf(name)
    const found = (ran.get(file) ?? []).filter(({ title }) => pattern.test(title))
    if (found.length === 0) return 'did not run'
    const other = found.find(({ status }) => status !== 'passed')
    return other && `is ${other.status}`
  }
  return rows.flatMap(({ sentence, proofs }) =>
    proofs.flatMap((proof) => {
      const problem = problemWith(proof)
      return problem ? [`${proof.file} > ${proof.name} ${problem}, which proves: ${sentence}`] : []
    }),
  )
}
