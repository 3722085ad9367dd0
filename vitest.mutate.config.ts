import { defineConfig } from 'vitest/config'

/** The tests that a mutant of a statechart has to survive: the quick and deterministic ones. */
export default defineConfig({
  test: {
    include: ['tests/machines/**/*.test.ts', 'tests/server/deliveryMachine.test.ts'],
    exclude: ['tests/machines/randomWalks.test.ts'],
    environment: 'node',
  },
})
