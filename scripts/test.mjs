// npm test [-- FILE ...]: runs every test except a few files; `--deep` runs those and the full sizes; `--changed` runs
// tests near the changes since `main`. The end lists each failure and 'N passed, N failed'. TEST_TOTALS names a file in
// which several runs add up.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { isBuilt } from '../build/stamp.mjs'
import { changedFiles, readDurations, readImports, testsTouchedBy } from './changed.mjs'
import { deepOnly } from './deepOnly.mjs'
import { readRows, unprovenRows } from './proofs.mjs'

const args = process.argv.slice(2)
/** The seed is the same for every commit; `--deep` draws a new one, and a failed run prints the seed. */
const TEST_SEED = process.env.TEST_SEED ?? (args.includes('--deep') ? String(randomInt(2 ** 28)) : '1')
const reports = mkdtempSync(join(tmpdir(), 'auto-comment-bot-tests-'))

const run = (name, extra, env = {}) => {
  const outputFile = join(reports, `${name}.json`)
  const { status, signal } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${outputFile}`,
      ...extra,
    ],
    { stdio: 'inherit', env: { ...process.env, ...env, TEST_SEED, WALKS_FOLDER: reports } },
  )
  if (!existsSync(outputFile)) {
    return { passed: 0, failures: [`${name}: vitest ended with ${signal ?? status}, and left no report`] }
  }
  const report = JSON.parse(readFileSync(outputFile, 'utf8'))
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failures = [
    ...brokenFiles.map((file) => `${relative('', file.name)}: ${firstLine(file.message)}`),
    ...report.testResults.flatMap((file) =>
      file.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${relative('', file.name)} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`),
    ),
  ]
  if (failures.length === 0 && status !== 0) failures.push(`${name}: vitest ended with ${status}`)
  return { report, passed: report.numPassedTests, failures }
}

const firstLine = (message = '') => message.split('\n', 1)[0]

/** Proofs of the specification that did not run or pass, although their file ran here. */
const proven = ({ report }, isRunHere) => {
  if (!report) return { passed: 0, failures: [] }
  const rows = readRows().map(({ sentence, proofs }) => ({ sentence, proofs: proofs.filter(isRunHere) }))
  return { passed: 0, failures: unprovenRows(rows, [report]).map((line) => `docs/specification.md: ${line}`) }
}

const isDeepOnly = ({ file }) => deepOnly.includes(file)

const runAll = () => {
  const all = run('all', ['--project=!deep*', ...deepOnly.map((file) => `--exclude=${file}`)])
  return [all, proven(all, (proof) => !isDeepOnly(proof))]
}

const runDeep = () => {
  const deep = run('deep', ['--project=deep*'])
  return [deep, proven(deep, isDeepOnly)]
}

/** Few files run on both databases and take every path (tests/support/depth.ts). */
const leavingOutNothing = { TEST_LEAVES_OUT: 'nothing' }

/** Seconds of all workers together, for each changed file. */
const secondsEach = 60

const runChanged = () => {
  const changed = changedFiles()
  const known = { imports: readImports(), took: readDurations(), seconds: secondsEach }
  const { chosen, left } = testsTouchedBy(changed, known)
  console.log(`${changed.length} files changed: ${chosen.length} files of tests`)
  if (left.length > 0) console.log(`Further tests touch the changes; npm test runs them:\n  ${left.join('\n  ')}`)
  return [run('changed', ['--project=!deep*', ...chosen], leavingOutNothing)]
}

const [first] = args
/** A build sets NODE_ENV to production, so it gets a process of its own. */
if (!isBuilt()) spawnSync(process.execPath, ['build/build.mjs'], { stdio: 'inherit' })

const runs =
  first === undefined
    ? runAll()
    : first === '--deep'
      ? runDeep()
      : first === '--changed'
        ? runChanged()
        : [run('named', ['--project=!deep*', ...args], leavingOutNothing)]

const walks = readdirSync(reports)
  .filter((name) => name.endsWith('.walks.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(reports, name), 'utf8')))
if (walks.length > 0) console.table(walks)
rmSync(reports, { recursive: true, force: true })

const counted = {
  passed: runs.reduce((total, { passed }) => total + passed, 0),
  failures: runs.flatMap(({ failures }) => failures),
}
const totals = process.env.TEST_TOTALS
if (totals) appendFileSync(totals, `${JSON.stringify(counted)}\n`)
const all = totals
  ? readFileSync(totals, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [counted]
const failures = all.flatMap((each) => each.failures)
for (const failure of failures) console.log(`FAILED ${failure}`)
if (failures.length > 0) console.log(`Repeat with the same random values: TEST_SEED=${TEST_SEED}`)
console.log(`${all.reduce((total, { passed }) => total + passed, 0)} passed, ${failures.length} failed`)
process.exitCode = counted.failures.length === 0 ? 0 : 1
