// npm run inspector:coverage: writes for the inspector which transitions the tests take.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

rmSync('coverage/charts', { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project=machines', 'tests/machines/everyTransition.test.ts'],
  { stdio: 'inherit', env: { ...process.env, CHART_COVERAGE: '1' } },
)
process.exitCode = status ?? 1
