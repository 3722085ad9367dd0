import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mulberry32 } from '../../../sandbox/random'
import { fastestFolder } from '../../support/memory'
import { nearestTests } from '../nearest'
import { type DrawnMutant, mutantsOf, sourcesIn } from './mutants'
import type { Assignment, Result } from './try'

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
const ofBuiltProduct = new Set(nearestTests('tests/support/product.ts', Number.POSITIVE_INFINITY))

const testsOf = (file: string): string[] =>
  nearestTests(file, Number(values.seconds)).filter((test) => !ofBuiltProduct.has(test))

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

/** An endless loop holds its test up for ever, and whoever waits for it. A minute is for the start. */
const limitMs = (Number(values.seconds) + 60) * 1000

/**
 * In a process of its own, with a folder of its own for what its tests leave.
 *
 * @returns undefined where it did not end in time, for which only a mutant is blamed.
 */
const tried = async (assignment: Assignment): Promise<Result | undefined> => {
  const folder = mkdtempSync(join(fastestFolder(), 'acb-mutant-'))
  writeFileSync(join(folder, 'assignment.json'), JSON.stringify(assignment))
  const report = join(folder, 'result.json')
  const args = ['scripts/run.mjs', 'tests/mutation/drawn/try.ts']
  const env = { ...process.env, MUTANT_FOLDER: folder }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], detached: true, env })
  const endAll = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  let isLate = false
  const timer =
    assignment.mutant &&
    setTimeout(() => {
      isLate = true
      endAll()
    }, limitMs)
  process.once('exit', endAll)
  try {
    await once(child, 'exit')
    if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8'))
    if (isLate) return undefined
    throw new Error(`${assignment.mutant?.file ?? 'The code as it is'} could not be tried`)
  } finally {
    process.off('exit', endAll)
    clearTimeout(timer)
    rmSync(folder, { recursive: true, force: true })
  }
}

const outcomeOf = async (mutant: DrawnMutant): Promise<Found> => {
  const tests = testsOf(mutant.file)
  if (tests.length === 0) return { as: 'no test' }
  const result = await tried({ mutant, tests })
  if (!result) return { as: 'endless' }
  return result.noticedBy === undefined ? { as: 'survived' } : { as: 'noticed', by: result.noticedBy }
}

/** @throws Error where a test fails of the code as it is: it would notice every mutant. */
const assertSound = async (drawn: DrawnMutant[]): Promise<void> => {
  const tests = [...new Set(drawn.flatMap(({ file }) => testsOf(file)))]
  const result = await tried({ tests })
  if (result?.noticedBy !== undefined) throw new Error(`fails without a mutant: ${result.noticedBy}`)
}

const drawFrom = async (folder: string, seed: number) => {
  const mutants: DrawnMutant[] = []
  for (const file of sourcesIn(folder)) mutants.push(...(await mutantsOf(file)).mutants)
  const drawn = values.sample ? draw(mutants, Number(values.sample), mulberry32(seed)) : mutants
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
  const outcomes = drawn.map((mutant) => found[JSON.stringify(mutant)]?.as)
  const noticed = outcomes.filter((as) => as === 'noticed' || as === 'endless').length
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
