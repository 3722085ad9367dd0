import { onTestFinished, vi } from 'vitest'

/**
 * Counts the entries that this test adds to the browser's history. The history's length is no measure, because files
 * share a page and a new entry after a step back replaces another.
 */
export const historyPushes = (): (() => number) => {
  const pushed = vi.spyOn(window.history, 'pushState')
  onTestFinished(() => pushed.mockRestore())
  return () => pushed.mock.calls.length
}
