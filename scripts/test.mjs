// Runs every test, or those that the arguments name, and ends with the line 'N passed, N failed'.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from '../build/stamp.mjs'

const args = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'auto-comment-bot-tests-'))

const run = (name, extra) => {
  const outputFile = join(reports, `${name}.json`)
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${outputFile}`,
      ...extra,
    ],
    { stdio: 'inherit', env: { ...process.env, WALKS_FOLDER: reports } },
  )
  const report = JSON.parse(readFileSync(outputFile, 'utf8'))
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failed = report.numFailedTests + brokenFiles.length
  return { passed: report.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed }
}

/** In a process of its own: a build sets NODE_ENV to production for whatever comes after it. */
if (!isBuilt()) spawnSync(process.execPath, ['build/build.mjs'], { stdio: 'inherit' })
const runs =
  args.length > 0
    ? [run('named', args)]
    : [run('quick', ['--project=machines', '--project=views', '--project=server']), run('browser', ['--project=e2e'])]
const walks = readdirSync(reports)
  .filter((name) => name.endsWith('.walks.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(reports, name), 'utf8')))
if (walks.length > 0) console.table(walks)
rmSync(reports, { recursive: true, force: true })

const sum = (key) => runs.reduce((total, each) => total + each[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
