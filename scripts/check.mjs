import { spawnSync } from 'node:child_process'

const checks = {
  types: ['node_modules/typescript/bin/tsc', '-p', '.'],
  'lint and format': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  'unused code': ['node_modules/knip/bin/knip.js'],
  'import rules and sizes': [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=server',
    'tests/architecture.test.ts',
    'tests/size.test.ts',
  ],
  changelog: ['scripts/changelog.mjs'],
  'plain English': ['scripts/plainEnglish.mjs'],
}

const failed = Object.entries(checks).filter(([name, [script, ...args]]) => {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' })
  console.log(`${name}: ${status === 0 ? 'clean' : 'FAILED'}`)
  return status !== 0
})
process.exitCode = failed.length === 0 ? 0 : 1
