// Tries one drawn mutant, or the code as it is where none is named: `run.mjs try.ts REPORT FILE ID TEST ...`, in order of the tests.
import { writeFileSync } from 'node:fs'
import type { TestModule, Vitest } from 'vitest/node'
import { activate } from '../active'
import { specificationsOf, withVitest } from '../nearest'
import { mutantsOf } from './mutants'

/** How many of the tests that are left run next, until one of them fails. */
const portions = [3, 12, Number.POSITIVE_INFINITY]

const [report = '', file = '', id = '', ...tests] = process.argv.slice(2)

const failureOf = (modules: TestModule[], unheard: unknown[]): string | undefined => {
  for (const module of modules) {
    const [failed] = module.children.allTests('failed')
    if (failed) return failed.fullName
    const [error] = module.errors()
    if (error) return `${module.relativeModuleId}: ${error.message}`
  }
  return unheard.length > 0 ? `an error that nobody hears: ${unheard[0]}` : undefined
}

const firstFailure = async (vitest: Vitest): Promise<string | undefined> => {
  const left = [...tests]
  for (const portion of portions) {
    const next = await specificationsOf(vitest, left.splice(0, portion))
    if (next.length === 0) continue
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(next)
    const failure = failureOf(testModules, unhandledErrors)
    if (failure !== undefined) return failure
  }
  return undefined
}

if (id !== '') {
  const { code } = await mutantsOf(file)
  activate({ file, apply: () => code })
  process.env.__STRYKER_ACTIVE_MUTANT__ = id
}
await withVitest({ bail: id === '' ? 0 : 1 }, async (vitest) => {
  writeFileSync(report, JSON.stringify({ noticedBy: await firstFailure(vitest) }))
})
process.exit()
