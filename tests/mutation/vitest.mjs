// What the statecharts' tests get as `vitest` when `runner.mjs` runs them: the same runner and the same assertions,
// without a worker around them. No fake timers: the tests give their actors a clock of their own.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend, setState } from '@vitest/expect'
import { getCurrentTest } from '@vitest/runner'

export { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@vitest/runner'

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)

export const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect)

setState({ assertionCalls: 0 }, expect)
chai.expect.extend(expect, {
  toMatchFileSnapshot(received, path) {
    const kept = readFileSync(join(dirname(getCurrentTest().file.filepath), path), 'utf8')
    return { pass: kept === received, message: () => `differs from ${path}` }
  },
})
