import { resolve } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import { readDurations, readImports, testsTouchedBy } from '../../scripts/changed.mjs'

export const imports: Map<string, string[]> = readImports()
const took = readDurations()

/** They compare the whole repository, or what it is documented with. */
const isAboutFiles = (file: string) => /^tests\/[^/]+\.test\.ts$|tests\/machines\/document\.test\.ts$/.test(file)

/** Test files from which imports lead to a file, nearest first, as `npm test -- --changed` chooses them: as many as fit into `seconds`. */
export const nearestTests = (file: string, seconds: number): string[] =>
  testsTouchedBy([file], { imports, took, seconds }).chosen.filter((test: string) => !isAboutFiles(test))

/** Vitest with the active mutant in the code, and with programs of its own, which know no other mutant. */
export const withVitest = async <T>(options: { bail?: number }, use: (vitest: Vitest) => Promise<T>): Promise<T> => {
  const vitest = await createVitest('test', {
    config: 'tests/mutation/vitest.config.ts',
    watch: false,
    reporters: [{}],
    ...options,
  })
  try {
    return await use(vitest)
  } finally {
    await vitest.close()
  }
}

/** What `npm test` runs of these test files. */
export const specificationsOf = async (vitest: Vitest, tests: string[]) =>
  (await vitest.globTestSpecifications(tests)).filter(
    ({ project, moduleId }) => !project.name.startsWith('deep') && tests.some((test) => resolve(test) === moduleId),
  )
