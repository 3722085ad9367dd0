import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEarlyAnswers } from '../../src/services/api/earlyAnswers'

beforeEach(() => {
  fetchMock.mockGlobal()
})
afterEach(() => {
  vi.useRealTimers()
  fetchMock.hardReset()
})

const setUp = () => {
  const fetchNow: typeof fetch = (...request) => globalThis.fetch(...request)
  const early = createEarlyAnswers(fetchNow)
  return { ...early, fetch: early.before(fetchNow) }
}
const calls = () => fetchMock.callHistory.calls().length
const as = (token: string) => ({ method: 'GET', headers: { Authorization: `Bearer ${token}` } })

describe('an early answer', () => {
  it('is used once, by the same operator', async () => {
    fetchMock.get('path:/groups', [1])
    const early = setUp()
    early.ask('/groups', 'Bearer ada')
    early.ask('/groups', 'Bearer ada')
    expect(await (await early.fetch('/groups', as('ada'))).json()).toEqual([1])
    expect(calls()).toBe(1)
    await early.fetch('/groups', as('ada'))
    expect(calls()).toBe(2)
  })

  it.each(['before', 'after'])('is cancelled with the call that took it, if that is cancelled %s', async (when) => {
    fetchMock.get('path:/groups', [1], { delay: 50 })
    const early = setUp()
    early.ask('/groups', 'Bearer ada')
    const caller = new AbortController()
    if (when === 'before') caller.abort()
    const handed = early.fetch('/groups', { ...as('ada'), signal: caller.signal })
    caller.abort()
    await expect(handed).rejects.toThrow('abort')
  })

  it('is no answer for another operator, another method or another address', async () => {
    fetchMock.any([1])
    const early = setUp()
    early.ask('/groups', 'Bearer ada')
    await early.fetch('/groups', { ...as('ada'), method: 'POST' })
    await early.fetch('/roles', as('ada'))
    await early.fetch('/groups', as('grace'))
    expect(calls()).toBe(4)
  })

  it('is out of date after any write, even during the write', async () => {
    fetchMock.any([1])
    const early = setUp()
    early.ask('/groups', 'Bearer ada')
    const write = early.fetch('/twitter/accounts/1', { ...as('ada'), method: 'DELETE' })
    early.ask('/roles', 'Bearer ada')
    await write
    await early.fetch('/groups', as('ada'))
    await early.fetch('/roles', as('ada'))
    expect(calls()).toBe(5)
  })

  it('is too old after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    fetchMock.get('path:/groups', [1])
    const early = setUp()
    early.ask('/groups', 'Bearer ada')
    vi.advanceTimersByTime(10_000)
    await early.fetch('/groups', as('ada'))
    expect(calls()).toBe(2)
  })

  it('that failed fails only for the caller that wanted it', async () => {
    fetchMock.get('path:/groups', { throws: new TypeError('Failed to fetch') })
    const early = setUp()
    early.ask('/groups', 'Bearer ada')
    await expect(early.fetch('/groups', as('ada'))).rejects.toThrow('Failed to fetch')
  })
})
