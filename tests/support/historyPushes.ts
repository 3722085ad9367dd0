import { onTestFinished, vi } from 'vitest'

/**
 * Counts the entries that this test adds to the browser's history. Its length tells that of no test: files share a page, and
 * an entry that is added after a step back takes the place of another.
 */
export const historyPushes = (): (() => number) => {
  const pushed = vi.spyOn(window.history, 'pushState')
  onTestFinished(() => pushed.mockRestore())
  return () => pushed.mock.calls.length
}
