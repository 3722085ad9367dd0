import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readDurations, readImports, testsTouchedBy } from './changed.mjs'

/** Of all workers together for each mutant. */
const seconds = 60
/** ms, after which a mutant counts as one that loops for ever. */
const longest = 300_000

/**
 * Tries mutants one after the other under the tests that `npm test -- --changed` takes for their file, in a copy of what is
 * committed. What only tests further away notice counts as not noticed, so that the share is a lower bound; no test has to
 * run first to see what it reaches.
 *
 * @param {{ fileName: string, location: object, replacement: string, mutatorName: string }[]} mutants lines and columns count from 0
 * @returns {{ tried: number, killed: number, mutants: object[] }} `noticedBy` is missing where no test failed
 */
export const tryNear = (mutants) => {
  const copy = mkdtempSync(join(tmpdir(), 'auto-comment-bot-mutants-'))
  spawnSync('git', ['worktree', 'add', '--detach', '--quiet', copy, 'HEAD'])
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  const known = { imports: readImports(), took: readDurations(), seconds }
  const sound = new Set()
  const isSound = (test) => {
    if (!sound.has(test) && run(copy, [test]).passed) sound.add(test)
    return sound.has(test)
  }
  const tried = []
  try {
    for (const mutant of mutants) {
      const chosen = testsTouchedBy([mutant.fileName], known).chosen.filter((test) => dirname(test) !== 'tests')
      const file = join(copy, mutant.fileName)
      const written = readFileSync(file, 'utf8')
      writeFileSync(file, mutated(written, mutant))
      const { failed, isEndless } = run(copy, chosen)
      writeFileSync(file, written)
      const noticedBy = isEndless ? 'a time limit' : failed.find(isSound)
      tried.push({ ...mutant, tests: chosen, noticedBy })
      const { line } = mutant.location.start
      console.log(`${mutant.fileName}:${line + 1} ${mutant.mutatorName}: ${noticedBy ?? 'not noticed'}`)
    }
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', copy])
    rmSync(copy, { recursive: true, force: true })
  }
  return { tried: tried.length, killed: tried.filter(({ noticedBy }) => noticedBy).length, mutants: tried }
}

const run = (cwd, tests) => {
  const outputFile = join(cwd, 'mutant.json')
  rmSync(outputFile, { force: true })
  const { signal } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=!deep*',
      '--project=!e2e',
      '--bail=1',
      '--reporter=json',
      `--outputFile=${outputFile}`,
      ...tests,
    ],
    { cwd, stdio: 'ignore', timeout: longest, killSignal: 'SIGKILL' },
  )
  if (signal) return { failed: [], isEndless: true, passed: false }
  const { testResults, numTotalTests } = JSON.parse(readFileSync(outputFile, 'utf8'))
  if (numTotalTests === 0) throw new Error(`No test ran of ${tests.join(', ')}`)
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name.slice(name.indexOf('/tests/') + 1))
  return { failed, isEndless: false, passed: failed.length === 0 }
}

const mutated = (text, { location: { start, end }, replacement }) => {
  const lines = text.split('\n')
  const offset = ({ line, column }) => lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, column)
  return text.slice(0, offset(start)) + replacement + text.slice(offset(end))
}
