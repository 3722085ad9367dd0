import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('turns a failed send in Chromium into a test that fails on the faulty build and passes on this one', () => {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'tests/reports/prove.ts'], {
    env,
    encoding: 'utf8',
  })
  expect(status, `${stdout}${stderr}`).toBe(0)
  expect(stdout).toMatch(/the test is red[\s\S]*the test is green/)
})
