import { relative } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import everything from '../../vitest.config.ts'
import { fastestFolder } from '../support/memory.ts'
import { mutated } from './active.ts'

/** The tests as always, of code in which the active mutant stands. */
export default mergeConfig(
  everything,
  defineConfig({
    // What a test leaves that is broken off goes with the folder.
    test: { env: { TMPDIR: process.env.MUTANT_FOLDER ?? fastestFolder() } },
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform: (code, id) => mutated(code, relative(process.cwd(), id.replace(/\?.*$/, ''))),
      },
    ],
  }),
)
