// Types, lint and format, unused code and dependencies, import rules: all of them run, whatever one says.
import { spawnSync } from 'node:child_process'

const checks = {
  types: ['typescript/bin/tsc', '-p', '.'],
  'lint and format': ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  'unused code': ['knip/bin/knip.js'],
  'import rules': ['vitest/vitest.mjs', 'run', '--project=server', 'tests/architecture.test.ts'],
}

const failed = Object.entries(checks).filter(([name, [script, ...args]]) => {
  const { status } = spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: 'inherit' })
  console.log(`${name}: ${status === 0 ? 'clean' : 'FAILED'}`)
  return status !== 0
})
process.exitCode = failed.length === 0 ? 0 : 1
