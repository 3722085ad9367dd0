import { defineConfig, mergeConfig } from 'vitest/config'
import everything from '../../vitest.config.ts'

/** What looks at the built product, or at the sources themselves, says nothing about a mutant. */
const exclude = [
  'tests/*.test.ts',
  'tests/sandbox/whole.test.ts',
  'tests/server/{backup,main,openapi,restarting,torture}.test.ts',
  'tests/security/{floods,hostile-requests,secrets}.test.ts',
]
const wanted = (process.env.MUTATION_PROJECTS ?? 'views').split(',')

const { projects = [], ...test } = everything.test ?? {}

/** The projects of the tests that `scripts/mutate.mjs` names for a folder. */
export default mergeConfig(
  { ...everything, test },
  defineConfig({
    test: {
      projects: projects.flatMap((project) =>
        typeof project === 'object' && 'test' in project && wanted.includes(String(project.test?.name))
          ? [{ ...project, test: { ...project.test, exclude, testTimeout: 60_000, hookTimeout: 60_000 } }]
          : [],
      ),
    },
  }),
)
