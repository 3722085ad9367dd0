import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import type { TestCase, TestModule, Vitest } from 'vitest/node'
import { activate } from '../active'
import { imports, nearestTests, specificationsOf, withVitest } from '../nearest'
import { applied, type Mutant } from './mutant'
import { mutants } from './mutants'

/** What noticed a mutant first: a sentence about behaviour, else a law, else a golden table alone. */
type Catcher = 'sentence' | 'law' | 'snapshot' | undefined

interface Found {
  by?: Catcher
  /** The test that noticed it. */
  where: string
}

const report = 'coverage/mutation/semantic.json'
const laws = 'tests/machines/randomWalks.test.ts'
const itemChart = 'server/delivery/itemMachine.ts'
const tables = 'tests/machines/everyTransition.test.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    semantic: { type: 'boolean' },
    resume: { type: 'boolean' },
    /** Of tests for each mutant, at most. */
    seconds: { type: 'string', default: '60' },
  },
})

/** Which of them is near says nothing: they speak of the delivery as a whole. */
const deliveryTests = [...imports.keys()].filter((file) =>
  /^tests\/server\/delivery(?!Interleavings)\w*\.test\.ts$/.test(file),
)

/** They answer within a few seconds, all together. */
const isQuick = (test: string) => /^tests\/(?:machines\/|server\/deliveryMachine)/.test(test)

/** The nearest tests of a file, a few at a time, as `npm test -- --changed` chooses them; then laws, then tables. */
const nearestOf = ({ file }: Mutant): string[][] => {
  const chosen = nearestTests(file, Number(values.seconds))
  const nearest = file.startsWith('server/delivery/') ? [...new Set([...chosen, ...deliveryTests])] : chosen
  const sentences = nearest.filter((test) => test !== laws && test !== tables)
  const [quick, others] = [sentences.filter(isQuick), sentences.filter((test) => !isQuick(test))]
  const chunks = [quick, others.slice(0, 2), others.slice(2, 6), others.slice(6)].filter(({ length }) => length > 0)
  if (file.startsWith('src/machines/')) return [...chunks, [laws], [tables]]
  return file === itemChart ? [...chunks, [laws]] : chunks
}

/** The machines that are made of a file. */
const machinesOf = ({ file }: Mutant): string[] => {
  const found = new Set([file])
  for (const each of found) {
    for (const [importer, targets] of imports) {
      if (importer.startsWith('src/machines/') && targets.includes(each)) found.add(importer)
    }
  }
  return [...found].map((each) => (each.startsWith('server/') ? 'item' : basename(each, '.ts')))
}

const isTable = (test: TestCase) =>
  test.result().errors?.every(({ message }) => message.includes('Snapshot `')) === true

const failuresOf = (modules: TestModule[]): TestCase[] =>
  modules.flatMap((module) => [...module.children.allTests('failed')])

const foundBy = async (vitest: Vitest, mutant: Mutant, tests: string[]): Promise<Found | undefined> => {
  const specifications = await specificationsOf(vitest, tests)
  if (tests[0] !== undefined && [laws, tables].includes(tests[0])) {
    vitest.setGlobalTestNamePattern(new RegExp(`(?:^| )(?:${machinesOf(mutant).join('|')})(?: |$)`))
  } else vitest.resetGlobalTestNamePattern()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failures = failuresOf(testModules)
  const sentence = failures.find((test) => !isTable(test))
  const by = tests[0] === laws ? 'law' : 'sentence'
  if (sentence) return { by, where: sentence.fullName }
  const broken = testModules.find((module) => module.errors().length > 0)
  if (broken) return { by, where: `${broken.moduleId}: ${broken.errors()[0]?.message}` }
  if (unhandledErrors.length > 0) return { by, where: `an error that nobody hears: ${unhandledErrors[0]}` }
  const [table] = failures
  return table && { by: 'snapshot', where: table.fullName }
}

const tried = (mutant: Mutant): Promise<Found> => {
  activate({ file: mutant.file, apply: (code) => applied(mutant, code) })
  return withVitest({}, async (vitest) => {
    let onlyTables: Found | undefined
    for (const tests of nearestOf(mutant)) {
      const found = await foundBy(vitest, mutant, tests)
      if (found && found.by !== 'snapshot') return found
      onlyTables ??= found
    }
    return onlyTables ?? { where: '' }
  })
}

/** What got away is tried again: a sentence may have been written since. */
const caughtOf = (found: Record<string, Found>): Record<string, Found> =>
  Object.fromEntries(Object.entries(found).filter(([, { by }]) => by === 'sentence' || by === 'law'))

/** What was found earlier, by the mutant as it stands here: a run that was broken off goes on where it was. */
const readEarlier = (): Record<string, Found> =>
  values.resume && existsSync(report) ? caughtOf(JSON.parse(readFileSync(report, 'utf8'))) : {}

const main = async () => {
  const wanted = Object.entries(mutants).flatMap(([area, list]) =>
    list.filter(
      ({ name, file }) =>
        positionals.length === 0 || positionals.some((text) => `${area}: ${file} ${name}`.includes(text)),
    ),
  )
  const found = readEarlier()
  for (const mutant of wanted) {
    const key = JSON.stringify(mutant)
    found[key] ??= await tried(mutant)
    const { by, where } = found[key]
    console.log(`${(by ?? 'SURVIVED').padEnd(9)} ${mutant.name} (${mutant.kind}, ${mutant.file})\n          ${where}`)
    mkdirSync(dirname(report), { recursive: true })
    writeFileSync(report, JSON.stringify(found, null, 2))
  }
  const counted = (wantedBy: Catcher) =>
    wanted.filter((mutant) => found[JSON.stringify(mutant)]?.by === wantedBy).length
  const caught = counted('sentence') + counted('law')
  console.log(
    `${wanted.length} mutants: ${counted('sentence')} caught by a sentence, ${counted('law')} by a law, ${counted('snapshot')} by a snapshot alone, ${counted(undefined)} survived: ${Math.round((1000 * caught) / wanted.length) / 10} %`,
  )
  process.exitCode = caught >= 0.97 * wanted.length ? 0 : 1
}

await main()
