import { Worker } from 'node:worker_threads'

const beatMs = 1000
/** The longest work without a turn of the event loop takes seconds (docs/performance.md). */
const longestMs = 120_000

/** Runs in a thread of its own. It counts its own turns, so that a suspended machine counts as nothing. */
const source = `
const { writeSync } = require('node:fs')
const { beats, beatMs, longestMs } = require('node:worker_threads').workerData
const counter = new Int32Array(beats)
let last = 0
let missed = 0
setInterval(() => {
  const beat = Atomics.load(counter, 0)
  missed = beat === last ? missed + 1 : 0
  last = beat
  if (missed * beatMs < longestMs) return
  writeSync(2, 'The event loop has not run for ' + longestMs / 1000 + ' s. Ending the process.\\n')
  process.kill(process.pid, 'SIGKILL')
}, beatMs)`

/**
 * Ends the process with SIGKILL if its event loop stands still, so that systemd or Docker starts it again. Replies that
 * it was sending become unknown and are looked up, as after every crash.
 */
export const watchEventLoop = (times = { beatMs, longestMs }): void => {
  const beats = new SharedArrayBuffer(4)
  const counter = new Int32Array(beats)
  setInterval(() => Atomics.add(counter, 0, 1), times.beatMs / 2).unref()
  new Worker(source, { eval: true, workerData: { beats, ...times } }).unref()
}
