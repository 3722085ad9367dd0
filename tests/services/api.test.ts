import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../src/schemas/contract'
import {
  type ApiDependencies,
  ApiError,
  createApi,
  NetworkError,
  NotOffered,
  UnreadableAnswer,
} from '../../src/services/api/api'

const onUnauthorized = vi.fn()
const onMustEnrol = vi.fn()
let token: string | undefined

const dependencies: ApiDependencies = {
  baseUrl: '/api/v1',
  token: () => token,
  onUnauthorized,
  onMustEnrol,
  fetch: (...request) => globalThis.fetch(...request),
}
const api = createApi(contract, dependencies)

const lastCall = () => fetchMock.callHistory.lastCall()
const headers = () => new Headers(lastCall()?.options.headers)

beforeEach(() => {
  token = 'stored token'
  onUnauthorized.mockClear()
  onMustEnrol.mockClear()
  fetchMock.mockGlobal()
})

afterEach(() => {
  fetchMock.hardReset()
})

describe('a call', () => {
  it('uses the path, the method and the JSON body of the contract', async () => {
    fetchMock.post('path:/api/v1/groups', 201)
    await expect(api.createGroup({ body: { name: 'Launch', description: 'Spring' } })).resolves.toBeUndefined()
    expect(lastCall()?.options.body).toBe('{"name":"Launch","description":"Spring"}')
    expect(headers().get('Content-Type')).toBe('application/json')
    expect(headers().get('Authorization')).toBe('Bearer stored token')
  })

  it('encodes its path parameters and its query', async () => {
    fetchMock.get('path:/api/v1/twitter/replies/detail/a%2Fb%3F', { reply_id: 'a/b?', content: 'One' })
    await api.getReply({ params: { replyId: 'a/b?' } })
    fetchMock.get('path:/api/v1/twitter/accounts', [])
    await api.listAccounts({ query: { group: 'Spring & Co' } })
    expect(lastCall()?.url).toContain('?group=Spring+%26+Co')
  })

  it('has no bearer token if none is stored, and the JSON content type even without a body', async () => {
    token = undefined
    fetchMock.get('path:/api/v1/groups', [])
    await api.listGroups()
    expect(headers().has('Authorization')).toBe(false)
    expect(headers().get('Content-Type')).toBe('application/json')
  })

  it('carries the extra headers of its caller', async () => {
    fetchMock.post('path:/api/v1/twitter/tweet/batch-post-replies', { status: 201, body: { task_id: 't1' } })
    const answer = await api.batchPostReplies({
      body: { reply_ids: ['r1'], group_name: 'Launch' },
      headers: { 'Idempotency-Key': 'key 1' },
    })
    expect(answer).toEqual({ task_id: 't1' })
    expect(headers().get('Idempotency-Key')).toBe('key 1')
  })
})

describe('to a plain provider', () => {
  const plain = (isOurs: ApiDependencies['isOurs']) =>
    createApi(contract, { ...dependencies, ...(isOurs && { isOurs }) })

  it.each([
    ['known', () => false],
    ['read first', async () => false],
  ])('a call beyond the specification is not sent (%s)', async (_, isOurs) => {
    fetchMock.any(200)
    await expect(plain(isOurs).listOperators()).rejects.toEqual(new NotOffered())
    expect(fetchMock.callHistory.calls()).toEqual([])
  })

  it.each([{}, { hold_seconds: 5, expected: [{ content: 'One' }] }])(
    'a send with %j has only the specified fields, and no header of our own',
    async (more) => {
      fetchMock.post('path:/api/v1/twitter/tweet/batch-post-replies', 200)
      await plain(() => false).batchPostReplies({
        body: { reply_ids: ['r1'], group_name: 'Launch', ...more },
        headers: { 'Idempotency-Key': 'key 1' },
      })
      expect(lastCall()?.options.body).toBe('{"reply_ids":["r1"],"group_name":"Launch"}')
      expect([...headers().keys()]).toEqual(['accept', 'authorization', 'content-type'])
    },
  )

  it('a list has only the specified query', async () => {
    fetchMock.get('path:/api/v1/tasks/', [])
    await plain(() => false).listTasks({ query: { limit: '100', state: 'needs_review' } })
    expect(lastCall()?.url).toMatch(/\/tasks\/\?limit=100$/)
  })

  it('a call as specified does not wait for the description', async () => {
    fetchMock.get('path:/api/v1/groups', [])
    await expect(plain(() => new Promise(() => {})).listGroups()).resolves.toEqual([])
  })
})

describe('an answer', () => {
  it('is parsed by the contract, without unknown fields', async () => {
    fetchMock.get('path:/api/v1/groups', [{ id: 1, name: 'Launch', description: 'Spring', extra: true }])
    await expect(api.listGroups()).resolves.toEqual([{ id: 1, name: 'Launch', description: 'Spring' }])
  })

  it('that nobody reads may be empty, or not even JSON', async () => {
    fetchMock.put('path:/api/v1/groups/7', { status: 200, body: '<html>' })
    await expect(
      api.updateGroup({ params: { groupId: 7 }, body: { name: 'Launch', description: 'Spring' } }),
    ).resolves.toBeUndefined()
  })

  it('that nobody reads is not waited for, but removed from the connection', async () => {
    const response = new Response(new ReadableStream(), { status: 201 })
    const { createGroup } = createApi(contract, { ...dependencies, fetch: async () => response })
    await expect(createGroup({ body: { name: 'Launch', description: 'Spring' } })).resolves.toBeUndefined()
    expect(response.bodyUsed).toBe(true)
  })

  it('that nobody reads may break off after its status took effect', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })
    fetchMock.post('path:/api/v1/groups', new Response(broken, { status: 201 }))
    await expect(api.createGroup({ body: { name: 'Launch', description: 'Spring' } })).resolves.toBeUndefined()
  })

  it('that is optional may be empty', async () => {
    fetchMock.post('path:/api/v1/twitter/tweet/post-reply', 201)
    await expect(api.postReply({ body: { reply_id: 'r1', twitter_account_id: 3 } })).resolves.toBeUndefined()
  })

  it('that is required and has another shape is an error', async () => {
    fetchMock.get('path:/api/v1/groups', { groups: [] })
    await expect(api.listGroups()).rejects.toBeInstanceOf(UnreadableAnswer)
  })
})

describe('a refusal', () => {
  it("is an ApiError with the server's status and detail", async () => {
    fetchMock.post('path:/api/v1/groups', { status: 409, body: { detail: 'Group exists' } })
    const refused = api.createGroup({ body: { name: 'Launch', description: 'Spring' } })
    await expect(refused).rejects.toEqual(new ApiError(409, 'Group exists'))
    await expect(refused).rejects.toMatchObject({ status: 409, detail: 'Group exists' })
  })

  it.each(['', '<html>Bad gateway</html>', '{"detail":[{"msg":"field required"}]}'])(
    'without a readable detail has none: %j',
    async (body) => {
      fetchMock.get('path:/api/v1/groups', { status: 502, body })
      await expect(api.listGroups()).rejects.toMatchObject({ name: 'ApiError', status: 502, detail: undefined })
    },
  )

  it('with 401 reports that the session has ended, with the refused token', async () => {
    fetchMock.get('path:/api/v1/groups', { status: 401, body: { detail: 'Sign in' } })
    await expect(api.listGroups()).rejects.toMatchObject({ status: 401 })
    expect(onUnauthorized.mock.calls).toEqual([['stored token']])
  })

  it.each([
    [403, 'Set up a second factor in Settings first.', 1],
    [403, 'Only an administrator may do this', 0],
    [409, 'Set up a second factor in Settings first.', 0],
  ])('with %i and %j requires a second factor, times %i', async (status, detail, times) => {
    fetchMock.get('path:/api/v1/groups', { status, body: { detail } })
    await expect(api.listGroups()).rejects.toMatchObject({ status, detail })
    expect(onMustEnrol).toHaveBeenCalledTimes(times)
  })

  it('with 401 at the login is only a wrong password', async () => {
    fetchMock.post('path:/api/v1/auth/login', { status: 401, body: { detail: 'Wrong email or password' } })
    await expect(api.login({ body: { email: 'ada@example.org', password: 'wrong' } })).rejects.toMatchObject({
      detail: 'Wrong email or password',
    })
    expect(onUnauthorized).not.toHaveBeenCalled()
  })
})

describe('no answer', () => {
  it('is a NetworkError without a detail', async () => {
    fetchMock.get('path:/api/v1/groups', { throws: new TypeError('Failed to fetch') })
    const lost = api.listGroups()
    await expect(lost).rejects.toBeInstanceOf(NetworkError)
    await expect(lost).rejects.not.toHaveProperty('detail')
  })

  it('arrives even if a read is aborted', async () => {
    fetchMock.get('path:/api/v1/groups', [], { delay: 1000 })
    const controller = new AbortController()
    const reading = api.listGroups({ signal: controller.signal })
    controller.abort()
    await expect(reading).rejects.toBeInstanceOf(NetworkError)
  })
})
