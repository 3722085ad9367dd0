import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWakeLoop } from '../../../server/jobs/wakeLoop'

describe('a loop that does due work', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

  const loopOf = (...waits: (number | Error)[]) => {
    const told: string[] = []
    let end: () => void = () => undefined
    const loop = createWakeLoop({
      round: async () => {
        told.push('round')
        const wait = waits.shift()
        if (wait instanceof Error) throw wait
        if (wait === undefined) await new Promise<void>((resolve) => (end = resolve))
        return wait ?? 1000
      },
      failed: (error) => {
        told.push(String(error))
        return 500
      },
    })
    return { loop, told, end: () => end() }
  }

  it('does nothing before it is started, and sleeps as long as each round requests', async () => {
    const { loop, told } = loopOf(70, 300, 20)
    loop.wake()
    await settled()
    expect([told.length, loop.isRunning()]).toEqual([0, false])
    loop.start()
    expect(told).toEqual([])
    await settled()
    expect([told.length, loop.isRunning()]).toEqual([1, true])
    vi.advanceTimersByTime(69)
    await settled()
    expect(told.length).toBe(1)
    vi.advanceTimersByTime(1)
    await settled()
    expect(told.length).toBe(2)
    loop.wake()
    await settled()
    expect([told.length, vi.getTimerCount()]).toEqual([3, 1])
    await loop.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('starts one more round if it is woken during a round, however often', async () => {
    const { loop, told, end } = loopOf()
    loop.start()
    await settled()
    loop.wake()
    loop.wake()
    expect(told.length).toBe(1)
    end()
    await settled()
    expect(told.length).toBe(2)
    end()
    await settled()
    expect([told.length, vi.getTimerCount()]).toEqual([2, 1])
    await loop.stop()
  })

  it('reports a failed round, and tries again', async () => {
    const { loop, told } = loopOf(new Error('away'), 20)
    loop.start()
    await settled()
    expect(told).toEqual(['round', 'Error: away'])
    vi.advanceTimersByTime(499)
    await settled()
    expect(told.length).toBe(2)
    vi.advanceTimersByTime(1)
    await settled()
    expect(told).toEqual(['round', 'Error: away', 'round'])
    await loop.stop()
  })

  it('waits for the current round when it is stopped, and starts none after it', async () => {
    const { loop, told, end } = loopOf()
    loop.start()
    await settled()
    loop.wake()
    let isStopped = false
    const stopping = loop.stop().then(() => (isStopped = true))
    await settled()
    expect(isStopped).toBe(false)
    end()
    await stopping
    loop.wake()
    await settled()
    expect([told.length, vi.getTimerCount()]).toEqual([1, 0])
  })
})
