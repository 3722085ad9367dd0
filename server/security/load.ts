import { performance } from 'node:perf_hooks'

/** Shorter ones tell little: one answer of the database more or less decides. */
const spanMs = 100
const busyFrom = 0.9

let since = performance.eventLoopUtilization()
let lookedAt = performance.now()
let isBusy = false

/** Whether the event loop of this process worked nine tenths of the last span that was looked at, or more. */
export const isLoopBusy = (): boolean => {
  const now = performance.now()
  if (now - lookedAt < spanMs) return isBusy
  const until = performance.eventLoopUtilization()
  isBusy = performance.eventLoopUtilization(until, since).utilization >= busyFrom
  since = until
  lookedAt = now
  return isBusy
}
