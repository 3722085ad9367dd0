// Tries one drawn mutant, or the code as it is: what is asked, and what came of it, lie in MUTANT_FOLDER.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestModule, Vitest } from 'vitest/node'
import { activate } from '../active'
import { specificationsOf, withVitest } from '../nearest'
import { type DrawnMutant, mutantsOf } from './mutants'

/** How many of the tests that are left run next, until one of them fails. */
const portions = [3, 12, Number.POSITIVE_INFINITY]

export interface Assignment {
  mutant?: Pick<DrawnMutant, 'file' | 'id'>
  /** Test files, in their order. */
  tests: string[]
}

export interface Result {
  /** The first test that failed. */
  noticedBy?: string | undefined
}

const { MUTANT_FOLDER = '' } = process.env
const { mutant, tests }: Assignment = JSON.parse(readFileSync(join(MUTANT_FOLDER, 'assignment.json'), 'utf8'))

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

if (mutant) {
  const { code } = await mutantsOf(mutant.file)
  activate({ file: mutant.file, apply: () => code })
  process.env.__STRYKER_ACTIVE_MUTANT__ = mutant.id
}
await withVitest({ bail: mutant ? 1 : 0 }, async (vitest) => {
  const result: Result = { noticedBy: await firstFailure(vitest) }
  writeFileSync(join(MUTANT_FOLDER, 'result.json'), JSON.stringify(result))
})
process.exit()
