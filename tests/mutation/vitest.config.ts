import { relative } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import everything from '../../vitest.config.ts'
import { mutated } from './active.ts'

/** The tests as always, of code in which the active mutant stands. */
export default mergeConfig(
  everything,
  defineConfig({
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform: (code, id) => mutated(code, relative(process.cwd(), id.replace(/\?.*$/, ''))),
      },
    ],
  }),
)
