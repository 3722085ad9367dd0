import { vi } from 'vitest'

/** Longer than any wait on a busy machine: what a test waits for comes long before, or never. */
const patience = { timeout: 40_000, interval: 10 }

/** Waits until the assertion holds; after 40 s fails with its last failure. */
export const eventually = <Held>(holds: () => Held | Promise<Held>): Promise<Held> => vi.waitFor(holds, patience)

/** Waits for a truthy value and returns it; fails after 40 s. */
export const until = <Met>(condition: () => Met | Promise<Met>) => vi.waitUntil(condition, patience)
