import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSharedFollow } from '../../src/services/api/sharedStream'
import type { FollowTasks, StreamEnd } from '../../src/services/api/taskStream'

/** Channels of one page, each of which receives the others' messages at once. */
class Channel {
  static readonly open = new Set<Channel>()
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor(readonly name: string) {
    Channel.open.add(this)
  }
  postMessage(data: unknown) {
    for (const each of Channel.open)
      if (each !== this && each.name === this.name)
        queueMicrotask(() => Channel.open.has(each) && each.onmessage?.({ data }))
  }
  close() {
    Channel.open.delete(this)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', Channel)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Channel.open.clear()
})

const openWindow = async (name = 'ada') => {
  const heard: string[] = []
  const left = new AbortController()
  let read: { listener: Parameters<FollowTasks>[0]; end: (how: StreamEnd) => void } | undefined
  const follow: FollowTasks = (listener, signal) =>
    new Promise((resolve) => {
      read = { listener, end: resolve }
      signal.addEventListener('abort', () => {
        read = undefined
        resolve('lost')
      })
    })
  const ended = createSharedFollow(follow, () => name)(
    { onOpen: () => heard.push('open'), onUpdate: () => heard.push('news') },
    left.signal,
  )
  void ended.then((end) => heard.push(end))
  onTestFinished(() => left.abort())
  const settle = () => vi.advanceTimersByTimeAsync(0)
  await settle()
  return {
    heard,
    reads: () => read !== undefined,
    serve: async (what: 'onOpen' | 'onUpdate' | 'onLife') => {
      read?.listener[what]?.()
      await settle()
    },
    end: async (how: StreamEnd) => {
      read?.end(how)
      await settle()
    },
    leave: async () => {
      left.abort()
      await settle()
    },
  }
}

describe('the stream of tasks in several windows', () => {
  it('is read by the first window, and received in all', async () => {
    const first = await openWindow()
    await first.serve('onOpen')
    const second = await openWindow()
    const third = await openWindow()
    const other = await openWindow('bob')
    expect([first, second, third, other].map(({ reads }) => reads())).toEqual([true, false, false, true])
    await first.serve('onUpdate')
    expect([first.heard, second.heard, third.heard, other.heard]).toEqual([
      ['open', 'news'],
      ['open', 'news'],
      ['open', 'news'],
      [],
    ])
  })

  it('is read by one of the remaining windows when the first is closed, and all load again', async () => {
    const [first, second, third] = [await openWindow(), await openWindow(), await openWindow()]
    const windows = [first, second, third]
    const reader = windows.find(({ reads }) => reads())
    await reader?.serve('onOpen')
    await reader?.leave()
    const left = windows.filter((each) => each !== reader)
    const next = left.filter(({ reads }) => reads())
    expect([next.length, reader?.heard]).toEqual([1, ['open', 'lost']])
    await next[0]?.serve('onOpen')
    expect(left.map(({ heard }) => heard)).toEqual([
      ['open', 'open'],
      ['open', 'open'],
    ])
  })

  it.each(['lost', 'refused'] as const)('is %s for all at once', async (how) => {
    const first = await openWindow()
    await first.serve('onOpen')
    const second = await openWindow()
    await first.end(how)
    expect([first.heard, second.heard]).toEqual([
      ['open', how],
      ['open', how],
    ])
  })

  it('is read by another window when its reader is silent, but not after a sign of life', async () => {
    const first = await openWindow()
    await first.serve('onOpen')
    const second = await openWindow()
    await vi.advanceTimersByTimeAsync(59_000)
    await first.serve('onLife')
    await vi.advanceTimersByTimeAsync(59_000)
    expect(second.reads()).toBe(false)
    for (const channel of Channel.open) if (channel !== [...Channel.open].at(-1)) channel.onmessage = null
    await vi.advanceTimersByTimeAsync(1000)
    expect(second.reads()).toBe(true)
  })

  it('is separate in each window if the browser has no channel between them', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const windows = [await openWindow(), await openWindow()]
    expect(windows.map(({ reads }) => reads())).toEqual([true, true])
  })
})
