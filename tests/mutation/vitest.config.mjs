import { defineConfig, mergeConfig } from 'vitest/config'
import everything from '../../vitest.config.ts'

/** What looks at the built product, or at the sources themselves, says nothing about a mutant. */
const exclude = [
  'tests/server/{backup,main,openapi,restarting,torture}.test.ts',
  'tests/security/{floods,hostile-requests,secrets}.test.ts',
]
/** By project, the tests that `scripts/mutate.mjs` names for a folder. */
const wanted = JSON.parse(process.env.MUTATION_TESTS)

const { projects, ...test } = everything.test

export default mergeConfig(
  { ...everything, test },
  defineConfig({
    test: {
      projects: projects
        .filter((project) => project.test.name in wanted)
        .map((project) => ({
          ...project,
          test: {
            ...project.test,
            include: wanted[project.test.name],
            exclude,
            testTimeout: 60_000,
            hookTimeout: 60_000,
          },
        })),
    },
  }),
)
