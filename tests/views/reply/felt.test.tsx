import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFelt } from '../../../src/views/reply/useFelt'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = (millis: number) => act(() => vi.advanceTimersByTime(millis))

it('is felt after 100 ms, is over at once, and is not felt any sooner the next time', () => {
  const { result, rerender } = renderHook(useFelt, { initialProps: true })
  wait(99)
  expect(result.current).toBe(false)
  wait(1)
  expect(result.current).toBe(true)
  rerender(false)
  expect(result.current).toBe(false)
  rerender(true)
  expect(result.current).toBe(false)
  wait(60)
  rerender(false)
  rerender(true)
  wait(99)
  expect(result.current).toBe(false)
  wait(1)
  expect(result.current).toBe(true)
})
