// Shows how many faults the tests notice. Without `--all` in the statecharts, every one of them; with it in the folders
// below, or in those that are named; with `--semantic` those of tests/mutation/semantic, by area or by words of their name
// (`--resume` goes on where a run was broken off). `--sample N` takes N of each folder's, drawn at random by `--seed`, which is printed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { nameOf } from '../tests/mutation/drawn.mjs'

/** By folder, the tests that are to notice its faults, by the project of vitest.config.ts that they belong to. */
const folders = {
  'src/schemas': {
    machines: ['tests/schemas/**/*.test.ts'],
    views: ['tests/services/**/*.test.{ts,tsx}'],
    server: ['tests/server/{desk,http,modelFaults,prompt,roles,weightedLength}*.test.ts'],
  },
  'src/services': { views: ['tests/{services,actors,boot}/**/*.test.{ts,tsx}'] },
  'src/actors': {
    machines: ['tests/machines/{bulkDelete,importView,table}.test.ts'],
    views: ['tests/{actors,views}/**/*.test.{ts,tsx}'],
  },
  'src/views': { views: ['tests/{views,boot,build}/**/*.test.{ts,tsx}'] },
  server: { server: ['tests/{server,security}/**/*.test.ts'] },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    semantic: { type: 'boolean' },
    resume: { type: 'boolean' },
    seconds: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
  },
})

const stryker = (args, env = {}) =>
  spawnSync(process.execPath, ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  }).status ?? 1

const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !/\/migrations\//.test(name))
    .toSorted()

const silent = { debug: () => {}, info: () => {}, warn: () => {}, isDebugEnabled: () => false }
const isClassName = (path) => path.isJSXAttribute() && path.node.name.name === 'className'
const instrumenting = {
  plugins: null,
  excludedMutations: [],
  ignorers: [{ shouldIgnore: (path) => (isClassName(path) ? 'a class' : undefined) }],
}

const mutantsOf = async (files) => {
  const sources = files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
  const { mutants } = await new Instrumenter(silent).instrument(sources, instrumenting)
  return mutants.filter(({ status }) => status !== 'Ignored')
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
const randomOf = (seed) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const draw = (things, count, random) =>
  things
    .map((thing) => ({ thing, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ thing }) => thing)

/** Wilson's interval of 95 %, in percent. */
const interval = (killed, count) => {
  const z = 1.96
  const share = killed / count
  const middle = share + (z * z) / (2 * count)
  const reach = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))
  return [middle - reach, middle + reach].map((bound) => Math.round((100 * bound) / (1 + (z * z) / count)))
}

const measure = async (folder, seed) => {
  const mutants = await mutantsOf(sourcesIn(folder))
  const drawn = values.sample ? draw(mutants, Number(values.sample), randomOf(seed)) : mutants
  const reports = join('coverage', 'mutation', folder.replaceAll('/', '-'))
  mkdirSync(reports, { recursive: true })
  const drawnFile = join(process.cwd(), reports, 'drawn.json')
  writeFileSync(drawnFile, JSON.stringify(drawn.map(nameOf)))
  const files = [...new Set(drawn.map(({ fileName }) => fileName))]
  const config = JSON.parse(readFileSync('tests/mutation/stryker.all.json', 'utf8'))
  const configFile = join(reports, 'stryker.json')
  const jsonReporter = { fileName: join(reports, 'report.json') }
  writeFileSync(configFile, JSON.stringify({ ...config, mutate: files, jsonReporter }))
  const status = stryker([configFile], { DRAWN_MUTANTS: drawnFile, MUTATION_TESTS: JSON.stringify(folders[folder]) })
  if (status !== 0) throw new Error(`Stryker ended with ${status} for ${folder}`)
  const report = JSON.parse(readFileSync(jsonReporter.fileName, 'utf8'))
  /** A mutant whose tests did not run, for whatever reason, says nothing. */
  const isTried = ({ status, testsCompleted }) => status !== 'Survived' || testsCompleted > 0
  const ran = Object.values(report.files)
    .flatMap((file) => file.mutants)
    .filter(isTried)
  const counted = (...states) => ran.filter((mutant) => states.includes(mutant.status)).length
  const killed = counted('Killed', 'Timeout')
  const tried = killed + counted('Survived', 'NoCoverage')
  const [from, to] = interval(killed, tried)
  const percent = Math.round((100 * killed) / tried)
  return { folder, mutants: mutants.length, tried, killed, percent, '95 % interval': `${from} to ${to}` }
}

if (values.semantic) {
  const { status } = spawnSync(
    process.execPath,
    ['scripts/run.mjs', 'tests/mutation/semantic/run.ts', ...process.argv.slice(2)],
    { stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
} else if (values.all) {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}`)
  const rows = []
  for (const folder of positionals.length > 0 ? positionals : Object.keys(folders)) {
    rows.push(await measure(folder, seed))
    console.table(rows)
  }
} else process.exitCode = stryker(positionals)
