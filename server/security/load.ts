import { performance } from 'node:perf_hooks'

/** Ms. In a shorter span, a single answer of the database would decide the result. */
const spanMs = 100
const busyFrom = 0.9

let since = performance.eventLoopUtilization()
let lookedAt = performance.now()
let isBusy = false

/** Whether the event loop of this process was busy for at least 90 % of the last measured span. */
export const isLoopBusy = (): boolean => {
  const now = performance.now()
  if (now - lookedAt < spanMs) return isBusy
  const until = performance.eventLoopUtilization()
  isBusy = performance.eventLoopUtilization(until, since).utilization >= busyFrom
  since = until
  lookedAt = now
  return isBusy
}
