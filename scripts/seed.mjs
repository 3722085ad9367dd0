import { spawnSync } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'

/**
 * The seed of a test run, an unsigned integer: one for each state of the code. TEST_SEED sets it; without git, each run
 * draws its own.
 */
export const seedOfTests = () => {
  if (process.env.TEST_SEED) return process.env.TEST_SEED
  const trees = spawnSync('git', ['rev-parse', 'HEAD:src', 'HEAD:server', 'HEAD:tests'], { encoding: 'utf8' })
  if (trees.status !== 0) return String(randomInt(2 ** 28))
  return String(Number.parseInt(createHash('sha256').update(trees.stdout).digest('hex').slice(0, 7), 16))
}
