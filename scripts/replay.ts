// npm run replay -- FILE [--as-test [--expect 'MACHINE: STATE' or 'MACHINE.FIELD = JSON'] [--after EVENT] [--name NAME]]: runs a reported
// problem, or a recording of the inspector, against today's charts, and prints the differences. See docs/reports.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { stamp } from '../build/stamp.mjs'
import { messageOf } from '../server/messageOf'
import { readRecording } from '../src/recording/recording'
import { type Expectation, testOf } from './replay/asTest'
import { todaysCharts } from './replay/charts'
import { rerun } from './replay/rerun'
import { differencesOf, originOf } from './replay/story'

const folder = 'tests/machines/reported'

const expectationIn = (text: string | undefined): Expectation | undefined => {
  if (text === undefined) return undefined
  const [, machine, state] = /^\s*(\w+)\s*:\s*([\w.]+)\s*$/.exec(text) ?? []
  if (machine !== undefined && state !== undefined) return { machine, state }
  const [, owner, field, value] = /^\s*(\w+)\.([\w.]+)\s*=\s*(.+)$/s.exec(text) ?? []
  if (owner === undefined || field === undefined || value === undefined)
    throw new Error(`--expect takes 'MACHINE: STATE' or 'MACHINE.FIELD = JSON', not '${text}'`)
  return { machine: owner, field, value: JSON.parse(value) }
}

/** @returns the exit status: 0 if today's charts do the same, or a test was written; otherwise 1. */
const main = (): number => {
  const { values, positionals } = parseArgs({
    options: {
      'as-test': { type: 'boolean', default: false },
      expect: { type: 'string' },
      after: { type: 'string' },
      name: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [file] = positionals
  if (file === undefined || !existsSync(file)) throw new Error('Which file? npm run replay -- FILE')
  const recording = readRecording(readFileSync(file, 'utf8'))
  const charts = todaysCharts()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const run = rerun(recording.entries, charts)
  const story = [...originOf(recording, charts, { version, build: stamp().slice(0, 12) }), '', ...differencesOf(run)]
  console.log(story.join('\n'))
  if (!values['as-test']) return run.differences.length === 0 ? 0 : 1
  const test = testOf(recording, charts, { expected: expectationIn(values.expect), after: values.after })
  const name = (values.name ?? basename(file).replace(/\.\w+$/, '')).replace(/[^\w-]+/g, '-')
  const path = join(folder, `${name}.test.ts`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, test.source)
  spawnSync('npx', ['biome', 'check', '--write', path])
  console.log(`\n${path}: ${test.name}`)
  console.log(test.isRed ? "It fails with today's charts." : "It passes with today's charts.")
  return 0
}

try {
  process.exitCode = main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 2
}
