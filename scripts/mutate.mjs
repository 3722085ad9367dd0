// Shows how many faults the tests notice. Without `--all` in the statecharts, every one of them; with it in the folders
// of tests/mutation/drawn/run.ts, or in those that are named; with `--semantic` those of tests/mutation/semantic, by area or by
// words of their name. `--sample N` takes N of each folder's, drawn at random by `--seed`, which is printed; `--resume` goes
// on where a run was broken off.
import { spawnSync } from 'node:child_process'
import { seedOfTests } from './seed.mjs'

const args = process.argv.slice(2)
const ours = { '--all': 'drawn', '--semantic': 'semantic' }
const [, room] = Object.entries(ours).find(([option]) => args.includes(option)) ?? []
const program = room
  ? ['scripts/run.mjs', `tests/mutation/${room}/run.ts`]
  : ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run']

/** What chance draws in the tests is the same with and without a mutant. */
const env = { ...process.env, TEST_SEED: seedOfTests() }
const { status } = spawnSync(process.execPath, [...program, ...args], { stdio: 'inherit', env })
process.exitCode = status ?? 1
