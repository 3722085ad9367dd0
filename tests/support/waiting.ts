import { vi } from 'vitest'

/** A machine that is busy with other tests takes its time: what is waited for here comes long before, or never. */
const patience = { timeout: 40_000, interval: 10 }

/** Until the assertion holds; else its last failure, after 40 s. */
export const eventually = <Held>(holds: () => Held | Promise<Held>): Promise<Held> => vi.waitFor(holds, patience)

/** Until the condition is truthy, which is then answered; an error after 40 s. */
export const until = <Met>(condition: () => Met | Promise<Met>) => vi.waitUntil(condition, patience)
