import { afterAll, vi } from 'vitest'

/** The page's own entry never ends. What its program waits for ends with the file's page, which it would look for in vain. */
const timers = vi.spyOn(globalThis, 'setTimeout')
afterAll(() => {
  for (const { value } of timers.mock.results) clearTimeout(value)
})
