import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRevalidation } from '../../src/services/revalidation'

beforeEach(() => {
  fetchMock.mockGlobal()
})
afterEach(() => {
  fetchMock.hardReset()
})

const setUp = () => createRevalidation((...request) => globalThis.fetch(...request))
const asked = () =>
  fetchMock.callHistory.calls().map(({ options }) => new Headers(options.headers).get('If-None-Match'))
const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

describe('revalidation', () => {
  it('asks whether an answer has changed, and gives the known one where it has not', async () => {
    const revalidated = setUp()
    fetchMock.getOnce('path:/list', { body: [1], headers: { ETag: 'W/"1"' } })
    expect(await (await revalidated('/list', as('ada'))).json()).toEqual([1])
    fetchMock.getOnce('path:/list', { status: 304 })
    const again = await revalidated('/list', as('ada'))
    expect([again.status, await again.json()]).toEqual([200, [1]])
    fetchMock.getOnce('path:/list', { body: [2], headers: { ETag: 'W/"2"' } })
    expect(await (await revalidated('/list', as('ada'))).json()).toEqual([2])
    expect(asked()).toEqual([null, 'W/"1"', 'W/"1"'])
  })

  it('never gives one operator what another one got', async () => {
    const revalidated = setUp()
    fetchMock.get('path:/list', { body: [1], headers: { ETag: 'W/"1"' } })
    await revalidated('/list', as('ada'))
    await revalidated('/list', as('grace'))
    expect(asked()).toEqual([null, null])
  })

  it('leaves writes, and answers without an ETag, alone', async () => {
    const revalidated = setUp()
    fetchMock.post('path:/list', { status: 201, headers: { ETag: 'W/"1"' } }).get('path:/list', { body: [1] })
    await revalidated('/list', { method: 'POST', body: '{}' })
    await revalidated('/list')
    await revalidated('/list')
    expect(asked()).toEqual([null, null, null])
  })
})
