import { act, renderHook } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { csvImportMachine } from '../../../src/machines/accounts/csvImport'
import { useImport } from '../../../src/views/accounts/useImport'
import { run } from '../../support/run'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const rows = { file: 'file 1', length: 4 }

const importing = async () => {
  const file = run(csvImportMachine, { services: ['readFile', 'createRow'] })
  const { result, unmount } = renderHook(() => useImport(file.actor))
  const shown = () => [result.current.value, result.current.context.answered]
  const answer = () => act(() => file.last('createRow').answer())
  act(() => file.send({ type: 'file.choose', file: { id: 'file 1', name: 'agents.csv' } }))
  await act(() => file.last('readFile').answer({ rows, rejected: [] }))
  return { file, shown, answer, unmount }
}

it('shows counts that are at most 200 ms old, and skips those between', async () => {
  const { shown, answer } = await importing()
  expect(shown()).toEqual([{ importing: 'running' }, 0])
  await answer()
  await answer()
  act(() => vi.advanceTimersByTime(199))
  expect(shown()).toEqual([{ importing: 'running' }, 0])
  await answer()
  act(() => vi.advanceTimersByTime(1))
  expect(shown()).toEqual([{ importing: 'running' }, 3])
})

it('shows another state at once, with its counts', async () => {
  const { file, shown, answer } = await importing()
  await answer()
  act(() => file.send({ type: 'import.pause' }))
  expect(shown()).toEqual([{ importing: 'pausing' }, 1])
  await answer()
  expect(shown()).toEqual(['paused', 2])
})

it('shows changes between the first drawing and the effects', () => {
  const { actor } = run(csvImportMachine, { services: ['readFile'] })
  const { result } = renderHook(() => {
    useLayoutEffect(() => actor.send({ type: 'file.choose', file: { id: 'file 1', name: 'agents.csv' } }), [])
    return useImport(actor)
  })
  expect(result.current.value).toBe('reading')
})

it('waits for nothing after the panel is gone', async () => {
  const { answer, unmount } = await importing()
  await answer()
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
