import { afterAll, vi } from 'vitest'

/** The page's own entry never ends, so its timers end with the file's page. */
const timers = vi.spyOn(globalThis, 'setTimeout')
afterAll(() => {
  for (const { value } of timers.mock.results) clearTimeout(value)
})
