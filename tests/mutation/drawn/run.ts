import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fastestFolder } from '../../support/memory'
import { imports, nearestTests } from '../nearest'
import { type DrawnMutant, mutantsOf, sourcesIn } from './mutants'

type Found = { as: 'noticed'; by: string } | { as: 'endless' } | { as: 'survived' } | { as: 'no test' }

const folders = ['src/schemas', 'src/services', 'src/actors', 'src/views', 'server']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    resume: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    /** Of tests for each mutant, at most. */
    seconds: { type: 'string', default: '300' },
  },
})

/** What looks at the built product says nothing about a mutant. */
const builtProduct = 'tests/support/product.ts'

const reaches = (file: string, target: string, seen = new Set<string>()): boolean => {
  if (file === target) return true
  if (seen.has(file)) return false
  seen.add(file)
  return (imports.get(file) ?? []).some((each) => reaches(each, target, seen))
}

const isOfSources = (test: string) => !reaches(test, builtProduct)

const testsOf = (file: string): string[] => nearestTests(file, Number(values.seconds)).filter(isOfSources)

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const draw = <T>(things: T[], count: number, random: () => number): T[] =>
  things
    .map((thing) => ({ thing, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ thing }) => thing)

/** Wilson's interval of 95 %, in percent. */
const interval = (noticed: number, count: number) => {
  const z = 1.96
  const share = noticed / count
  const middle = share + (z * z) / (2 * count)
  const reach = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))
  return [middle - reach, middle + reach].map((bound) => Math.round((100 * bound) / (1 + (z * z) / count)))
}

/** An endless loop holds its test up for ever, and whoever waits for it. */
const limitMs = 6 * 60_000

/** In a process of its own, whose tests leave nothing behind: undefined where it did not end in time. */
const tried = async (file: string, id: string, tests: string[]): Promise<{ noticedBy?: string } | undefined> => {
  const folder = mkdtempSync(join(fastestFolder(), 'acb-mutant-'))
  const report = join(folder, 'report.json')
  const args = ['scripts/run.mjs', 'tests/mutation/drawn/try.ts', report, file, id, ...tests]
  const env = { ...process.env, MUTANT_FOLDER: folder }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], detached: true, env })
  const endAll = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = id === '' ? undefined : setTimeout(endAll, limitMs)
  process.once('exit', endAll)
  try {
    const [status] = await once(child, 'exit')
    if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8'))
    if (status === null) return undefined
    throw new Error(`${file} could not be tried`)
  } finally {
    process.off('exit', endAll)
    clearTimeout(timer)
    rmSync(folder, { recursive: true, force: true })
  }
}

const outcomeOf = async ({ file, id }: DrawnMutant): Promise<Found> => {
  const tests = testsOf(file)
  if (tests.length === 0) return { as: 'no test' }
  const result = await tried(file, id, tests)
  if (!result) return { as: 'endless' }
  return result.noticedBy === undefined ? { as: 'survived' } : { as: 'noticed', by: result.noticedBy }
}

/** @throws Error where a test fails of the code as it is: it would notice every mutant. */
const assertSound = async (drawn: DrawnMutant[]): Promise<void> => {
  const tests = [...new Set(drawn.flatMap(({ file }) => testsOf(file)))]
  const result = await tried('', '', tests)
  if (result?.noticedBy !== undefined) throw new Error(`fails without a mutant: ${result.noticedBy}`)
}

const drawFrom = async (folder: string, seed: number) => {
  const mutants: DrawnMutant[] = []
  for (const file of sourcesIn(folder)) mutants.push(...(await mutantsOf(file)).mutants)
  const drawn = values.sample ? draw(mutants, Number(values.sample), randomOf(seed)) : mutants
  return { folder, mutants: mutants.length, drawn }
}

const measure = async ({ folder, mutants, drawn }: Awaited<ReturnType<typeof drawFrom>>) => {
  const report = join('coverage', 'mutation', `${folder.replaceAll('/', '-')}.json`)
  mkdirSync(join('coverage', 'mutation'), { recursive: true })
  const found: Record<string, Found> =
    values.resume && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  for (const mutant of drawn) {
    const key = JSON.stringify(mutant)
    found[key] ??= await outcomeOf(mutant)
    const { as, ...more } = found[key]
    console.log(`${as.padEnd(8)} ${mutant.file}:${mutant.line} ${mutant.kind}\n         ${mutant.was} -> ${mutant.is}`)
    if ('by' in more) console.log(`         ${more.by}`)
    writeFileSync(report, JSON.stringify(found, null, 2))
  }
  const isNoticed = (mutant: DrawnMutant) => /noticed|endless/.test(found[JSON.stringify(mutant)]?.as ?? '')
  const noticed = drawn.filter(isNoticed).length
  const percent = Math.round((100 * noticed) / drawn.length)
  const [from, to] = interval(noticed, drawn.length)
  return { folder, mutants, tried: drawn.length, noticed, percent, '95 % interval': `${from} to ${to}` }
}

const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
console.log(`seed ${seed}`)
const draws = []
for (const folder of positionals.length > 0 ? positionals : folders) draws.push(await drawFrom(folder, seed))
await assertSound(draws.flatMap(({ drawn }) => drawn))
const rows = []
for (const each of draws) {
  rows.push(await measure(each))
  console.table(rows)
}
