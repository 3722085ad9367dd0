import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { replyFlowMachine } from '../../../src/machines/composer/replyFlow'
import { composerView, useComposer } from '../../../src/views/composer/useComposer'
import { fetched, link } from '../../machines/samples'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis))

it('a wait is noticeable after 100 ms, ends at once, and is noticed no earlier the next time', async () => {
  const waiting: (() => void)[] = []
  const flow = createActor(
    replyFlowMachine.provide({
      actors: {
        keepDraft: fromCallback(() => undefined),
        fetchContent: fromPromise(() => new Promise((resolve) => waiting.push(() => resolve(fetched)))),
      },
    }),
  ).start()
  const { result } = renderHook(() => useComposer(flow, (_, isSlow) => isSlow))
  const fetchContent = () => act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
  const answer = () => act(async () => waiting.shift()?.())

  fetchContent()
  await wait(99)
  expect(result.current).toBe(false)
  await wait(1)
  expect(result.current).toBe(true)
  await answer()
  expect(result.current).toBe(false)
  fetchContent()
  expect(result.current).toBe(false)
  await wait(60)
  await answer()
  fetchContent()
  await wait(99)
  expect(result.current).toBe(false)
  await wait(1)
  expect(result.current).toBe(true)
  flow.stop()
})

it('a wait is not noticeable if the composer was already busy, and nobody who left hears of it', async () => {
  const flow = createActor(
    replyFlowMachine.provide({
      actors: {
        keepDraft: fromCallback(() => undefined),
        fetchContent: fromPromise(() => new Promise<typeof fetched>(() => undefined)),
      },
    }),
  ).start()
  flow.send({ type: 'content.fetch', tweet_url: link })
  const shown = composerView(flow)
  const [stays, leaves] = [vi.fn(), vi.fn()]
  shown.subscribe(stays)
  shown.subscribe(leaves)()
  expect(shown.isLocked()).toBe(false)
  await wait(100)
  expect(shown.isLocked()).toBe(true)
  expect([stays, leaves].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  flow.stop()
})
