// npm run mutate: shows how many faults the tests notice, in the statecharts, with `--all` in the folders of
// tests/mutation/drawn/run.ts or in named ones, with `--semantic` those of tests/mutation/semantic. `--sample N` draws
// N of each folder by `--seed`; `--resume` continues an interrupted run.
import { spawnSync } from 'node:child_process'
import { seedOfTests } from './seed.mjs'

const args = process.argv.slice(2)
const ours = { '--all': 'drawn', '--semantic': 'semantic' }
const [, room] = Object.entries(ours).find(([option]) => args.includes(option)) ?? []
const program = room
  ? ['scripts/run.mjs', `tests/mutation/${room}/run.ts`]
  : ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run']

/** Random draws in the tests are the same with and without a mutant. */
const env = { ...process.env, TEST_SEED: seedOfTests() }
const { status } = spawnSync(process.execPath, [...program, ...args], { stdio: 'inherit', env })
process.exitCode = status ?? 1
