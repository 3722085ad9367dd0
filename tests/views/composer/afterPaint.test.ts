import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterPaint } from '../../../src/views/composer/afterPaint'

const frame = 16
const run = vi.fn<() => void>()

beforeEach(() => {
  run.mockReset()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs once, after the frame', () => {
  afterPaint(run)
  requestAnimationFrame(() => expect(run).not.toHaveBeenCalled())
  vi.advanceTimersByTime(frame)
  vi.advanceTimersByTime(1000)
  expect(run).toHaveBeenCalledTimes(1)
  expect.assertions(2)
})

it('runs soon if no frame is painted', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  afterPaint(run)
  vi.unstubAllGlobals()
  vi.advanceTimersByTime(99)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
})
