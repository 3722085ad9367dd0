import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRevalidation } from '../../src/services/api/revalidation'

beforeEach(() => {
  fetchMock.mockGlobal()
})
afterEach(() => {
  fetchMock.hardReset()
})

const setUp = () => createRevalidation((...request) => globalThis.fetch(...request))
const asked = () =>
  fetchMock.callHistory.calls().map(({ options }) => new Headers(options.headers).get('If-None-Match'))
/** An answer is stored once it is complete, which a later macrotask finds done. */
const kept = () => new Promise((resolve) => setTimeout(resolve))
const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

describe('revalidation', () => {
  it('asks whether an answer has changed, and returns the known answer if not', async () => {
    const revalidated = setUp()
    fetchMock.getOnce('path:/list', { body: [1], headers: { ETag: 'W/"1"' } })
    expect(await (await revalidated('/list', as('ada'))).json()).toEqual([1])
    await kept()
    fetchMock.getOnce('path:/list', { status: 304 })
    const again = await revalidated('/list', as('ada'))
    expect([again.status, await again.json()]).toEqual([200, [1]])
    fetchMock.getOnce('path:/list', { body: [2], headers: { ETag: 'W/"2"' } })
    expect(await (await revalidated('/list', as('ada'))).json()).toEqual([2])
    expect(asked()).toEqual([null, 'W/"1"', 'W/"1"'])
  })

  it("never gives one operator another operator's answer", async () => {
    const revalidated = setUp()
    fetchMock.get('path:/list', { body: [1], headers: { ETag: 'W/"1"' } })
    await revalidated('/list', as('ada'))
    await kept()
    await revalidated('/list', as('grace'))
    expect(asked()).toEqual([null, null])
  })

  it('forgets all answers of one operator when another one asks', async () => {
    const revalidated = setUp()
    fetchMock.get('*', { body: [1], headers: { ETag: 'W/"1"' } })
    for (const address of ['/list', '/other']) await revalidated(address, as('ada'))
    await kept()
    await revalidated('/list', as('grace'))
    await revalidated('/other', as('ada'))
    expect(asked()).toEqual([null, null, null, null])
  })

  it('knows the answers of the fifty latest addresses', async () => {
    const revalidated = setUp()
    fetchMock.get('*', ({ options }) =>
      new Headers(options.headers).has('If-None-Match') ? 304 : { body: [1], headers: { ETag: 'W/"1"' } },
    )
    const ask = async (address: string) => {
      await revalidated(address)
      await kept()
      return asked().at(-1)
    }
    for (let task = 1; task <= 50; task += 1) await ask(`/tasks/${task}`)
    expect(await ask('/tasks/1')).toBe('W/"1"')
    await ask('/tasks/51')
    expect([await ask('/tasks/1'), await ask('/tasks/2')]).toEqual(['W/"1"', null])
  })

  it('does not know an answer whose reader left in the middle', async () => {
    const leaving = new AbortController()
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('[1,'))
        leaving.signal.addEventListener('abort', () => stream.error(leaving.signal.reason))
      },
    })
    const answers = [new Response(body, { headers: { ETag: 'W/"1"' } }), Response.json([1, 2])]
    const fetch = vi.fn<typeof globalThis.fetch>(async () => answers.shift() ?? Response.error())
    const revalidated = createRevalidation(fetch)
    const reading = (await revalidated('/list', { signal: leaving.signal })).json()
    leaving.abort()
    await expect(reading).rejects.toThrow('aborted')
    await kept()
    expect(await (await revalidated('/list')).json()).toEqual([1, 2])
    expect(fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('If-None-Match'))).toEqual([null, null])
  })

  it('does not touch writes, and answers without an ETag', async () => {
    const revalidated = setUp()
    fetchMock.post('path:/list', { status: 201, headers: { ETag: 'W/"1"' } }).get('path:/list', { body: [1] })
    await revalidated('/list', { method: 'POST', body: '{}' })
    await revalidated('/list')
    await revalidated('/list')
    expect(asked()).toEqual([null, null, null])
  })
})
