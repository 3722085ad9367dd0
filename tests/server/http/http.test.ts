import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { version } from '../../../package.json'
import { databases, databasesHere } from '../../support/databases'
import { type Operator, startTestServer, type TestServer, testSettings } from '../../support/server'
import { sampleAccount, sampleRole } from '../../support/serverFakes'

const group = { name: 'crew', description: 'x' }

describe.each(databasesHere())('the API on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
  })
  afterEach(() => server.close())

  const post = (payload: string | Buffer, headers: Record<string, string> = {}, url = '/api/v1/groups') =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json', ...headers },
      payload,
    })

  it('accepts by PUT the body that it answered to GET, and refuses other fields', async () => {
    await ada.call('POST', '/groups', group)
    await ada.call('POST', '/ai-roles', sampleRole)
    await ada.call('POST', '/twitter/accounts', sampleAccount('ada'))
    for (const path of ['/groups/1', '/ai-roles/1', '/twitter/accounts/1']) {
      const { body } = await ada.call('GET', path)
      const { status } = await ada.call('PUT', path, body)
      expect([path, status, (await ada.call('GET', path)).body]).toEqual([path, 200, body])
      expect((await ada.call('PUT', path, { ...(body as object), owner: 2 })).body).toEqual({
        detail: 'Unrecognized key: "owner"',
      })
    }
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'refuses the content type %s with 415',
    async (type) => {
      const answer = await post(JSON.stringify(group), { 'content-type': type })
      expect([answer.statusCode, answer.json()]).toEqual([
        415,
        { detail: 'Send JSON, with content-type application/json' },
      ])
    },
  )

  it.each(['{"name": ', 'name=crew', '{"name":"crew",}', '\u0000', '{"__proto__": {"name": "x"}, "name": "crew"}'])(
    'refuses the malformed body %j with 400',
    async (body) => {
      const answer = await post(body)
      expect(answer.statusCode).toBe(400)
      expect(Object.keys(answer.json())).toEqual(['detail'])
    },
  )

  it.each([[], 'crew', 7, null, true])('refuses %j instead of an object with 422', async (body) => {
    const answer = await post(JSON.stringify(body))
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({ detail: expect.stringContaining('expected object') })
  })

  it('refuses a missing body with 422', async () => {
    const answer = await post('')
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { detail: 'Invalid input: expected object, received null' },
    ])
  })

  it('accepts an empty body with the JSON type if the call has no body', async () => {
    const answer = await post('', {}, '/api/v1/auth/logout')
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  })

  it('refuses text that cannot be stored unchanged, with its field', async () => {
    const detail = 'name: contains a character that is not valid text'
    for (const name of ['a\0b', 'half \ud83d', '\udc00 half']) {
      expect(await ada.call('POST', '/groups', { ...group, name })).toEqual({ status: 422, body: { detail } })
    }
    expect(await ada.call('GET', '/twitter/accounts?group=%00')).toEqual({
      status: 422,
      body: { detail: 'group: contains a character that is not valid text' },
    })
    const hidden = { ...sampleRole, knowledge_base: { list: [{ text: 'a\0' }] } }
    expect(await ada.call('POST', '/ai-roles', hidden)).toEqual({
      status: 422,
      body: { detail: 'knowledge_base.list.0.text: contains a character that is not valid text' },
    })
  })

  it('keeps every other character', async () => {
    const name = 'Ω 🦊 \'quoted\' "double" %_\\ -- ; drop table groups'
    expect(await ada.call('POST', '/groups', { ...group, name })).toEqual({
      status: 201,
      body: { id: 1, ...group, name },
    })
  })

  it.each(['\u202e', '\u2066'])('refuses names that the character %j makes look like others', async (sign) => {
    const detail = 'Remove the character that changes the direction of writing'
    const name = `crew ${sign}nimda`
    expect(await ada.call('POST', '/groups', { ...group, name })).toEqual({
      status: 422,
      body: { detail: `name: ${detail}` },
    })
    expect(await ada.call('POST', '/ai-roles', { ...sampleRole, name })).toMatchObject({ status: 422 })
    const eve = { email: 'eve@example.com', username: name, password: 'another horse battery' }
    expect(await server.call('POST', '/auth/register', eve)).toEqual({
      status: 422,
      body: { detail: `username: ${detail}` },
    })
  })

  it('refuses JSON nested deeper than 32', async () => {
    const answer = await post(`${'{"name":'.repeat(10_000)}1${'}'.repeat(10_000)}`)
    expect([answer.statusCode, answer.json()]).toEqual([422, { detail: 'Nested deeper than 32' }])
  })

  it('refuses repeated and unknown query parameters', async () => {
    expect(await ada.call('GET', '/twitter/accounts?group=a&group=b')).toEqual({
      status: 422,
      body: { detail: 'group: Invalid input: expected string, received array' },
    })
    expect(await ada.call('GET', '/twitter/accounts?groups=a')).toEqual({
      status: 422,
      body: { detail: 'Unrecognized key: "groups"' },
    })
  })

  it.each(['abc', '0', '-1', '1.5', '1e3', '99999999999999999999', '%20'])('refuses the id %s with 422', async (id) => {
    expect(await ada.call('GET', `/groups/${id}`)).toEqual({
      status: 422,
      body: { detail: 'groupId: must be a number' },
    })
  })

  it('answers 404 with a detail to unknown addresses, and 400 to broken ones', async () => {
    expect(await ada.call('GET', '/unknown')).toEqual({ status: 404, body: { detail: 'Not found' } })
    expect(await ada.call('DELETE', '/groups')).toEqual({ status: 404, body: { detail: 'Not found' } })
    expect(await ada.call('GET', '/groups/%ff')).toEqual({
      status: 400,
      body: { detail: 'The address is not a valid URL' },
    })
  })

  it('hides the details of its own failures', async () => {
    server.x.readPost.mockRejectedValueOnce(new Error('secret at /srv/file.ts:12'))
    expect(await ada.call('POST', '/twitter/tweet/content', { tweet_url: '1' })).toEqual({
      status: 500,
      body: { detail: 'Something went wrong on the server' },
    })
  })

  it('answers a list with and without a trailing slash', async () => {
    expect(await ada.call('GET', '/tasks/?limit=100')).toEqual({ status: 200, body: [] })
    expect(await ada.call('GET', '/tasks')).toEqual({ status: 200, body: [] })
  })

  it('sends every security header, and HSTS only over TLS', async () => {
    const { headers } = await server.app.inject('/api/v1/meta')
    expect(headers).toMatchObject({
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
      ].join(';'),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('origin-agent-cluster')
    for (const refused of [
      { url: '/api/v1/groups' },
      { url: '/api/v1/groups', headers: { host: 'elsewhere.example' } },
      { url: '/api/v1/groups', headers: { host: 'localhost@elsewhere.example' } },
      { url: '/api//v1/groups' },
    ]) {
      const { headers } = await server.app.inject(refused)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
  })

  it('compresses long lists for clients that accept compression', async () => {
    for (let index = 0; index < 20; index += 1) {
      await ada.call('POST', '/groups', { name: `group ${index}`, description: 'x'.repeat(900) })
    }
    const list = (encoding: string) =>
      server.app.inject({
        url: '/api/v1/groups',
        headers: { authorization: `Bearer ${ada.token}`, 'accept-encoding': encoding },
      })
    const [plain, gzip, brotli] = [await list('identity'), await list('gzip, br;q=0'), await list('gzip, br')]
    expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    expect(plain.headers.vary).toBe('Accept-Encoding')
  })
})

describe.each(databases.slice(0, 1))('the server', ({ create }) => {
  let server: TestServer
  afterEach(() => server.close())

  it('reports that it is alive, and whether it can serve', async () => {
    server = await startTestServer(create)
    const ask = async (url: string) => {
      const answer = await server.app.inject(url)
      return [answer.statusCode, answer.json()]
    }
    expect(await ask('/healthz')).toEqual([200, { status: 'alive', version, build: 'development' }])
    expect(await ask('/readyz')).toEqual([200, { status: 'ready' }])
    await server.database.close()
    expect(await ask('/healthz')).toEqual([200, { status: 'alive', version, build: 'development' }])
    expect(await ask('/readyz')).toEqual([503, { detail: 'The database does not answer' }])
  })

  it('allows one other origin if that is configured', async () => {
    const corsOrigin = 'https://console.example'
    server = await startTestServer(create, { settings: { ...testSettings, corsOrigin } })
    const from = async (origin: string, method: 'GET' | 'OPTIONS' = 'GET') => {
      const { headers } = await server.app.inject({ method, url: '/api/v1/meta', headers: { origin } })
      return [headers['access-control-allow-origin'], headers['access-control-allow-methods'], headers.vary]
    }
    expect(await from(corsOrigin)).toEqual([corsOrigin, undefined, 'Origin'])
    expect(await from(corsOrigin, 'OPTIONS')).toEqual([corsOrigin, 'GET, POST, PUT, DELETE', 'Origin'])
    expect(await from('https://evil.example')).toEqual([undefined, undefined, 'Origin'])
    expect(await from('https://evil.example', 'OPTIONS')).toEqual([undefined, undefined, 'Origin'])
  })

  it('varies every list by caller, origin and encoding', async () => {
    server = await startTestServer(create, { settings: { ...testSettings, corsOrigin: 'https://console.example' } })
    const { token } = await server.operator('ada@example.com')
    const headers = { authorization: `Bearer ${token}` }
    const { headers: answered } = await server.app.inject({ url: '/api/v1/twitter/accounts', headers })
    expect(answered.vary).toBe('Origin, Accept-Encoding')
  })

  it('requires TLS for a year if a trusted proxy reports TLS', async () => {
    server = await startTestServer(create, { settings: { ...testSettings, trustProxy: 1 } })
    const { headers } = await server.app.inject({ url: '/api/v1/meta', headers: { 'x-forwarded-proto': 'https' } })
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  const exchange = async (request: string): Promise<string> => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    const socket = createConnection(port, '127.0.0.1')
    socket.write(request)
    return text(socket)
  }

  it.each([
    ['a length and chunks', 'content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nG'],
    ['two lengths', 'content-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
    ['chunks that are not the last coding', 'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['a length that is none', 'content-length: +2\r\n\r\n{}'],
  ])('refuses a request with two contradicting lengths: %s', async (_, rest) => {
    server = await startTestServer(create)
    const answer = await exchange(`POST /api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\n${rest}`)
    expect(answer.split(' ')[1]).toBe('400')
  })

  it('accepts only the methods of its calls', async () => {
    server = await startTestServer(create)
    const answer = await exchange('TRACE /api/v1/meta HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    expect([answer.split(' ')[1], answer.includes('TRACE')]).toEqual(['404', false])
    for (const method of ['PATCH', 'PUT', 'HEAD'] as const) {
      expect((await server.app.inject({ method, url: '/api/v1/meta' })).statusCode).toBe(404)
    }
  })

  it('labels every body with its type and character set', async () => {
    server = await startTestServer(create)
    const urls = ['/api/v1/meta', '/api/v1/groups', '/api/v1/unknown', '/healthz', '/api/v1/openapi.json']
    const types = await Promise.all(urls.map(async (url) => (await server.app.inject(url)).headers['content-type']))
    expect([...new Set(types)]).toEqual(['application/json; charset=utf-8'])
    expect(await exchange('nonsense\r\n\r\n')).toContain('content-type: application/json; charset=utf-8\r\n')
  })

  it('answers non-HTTP with 400 and a detail', async () => {
    server = await startTestServer(create)
    const answer = await exchange('nonsense\r\n\r\n')
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request')
    expect(answer.split('\r\n\r\n')[1]).toBe('{"detail":"The request is not valid HTTP"}')
  })

  it('stops even if a browser holds an unused connection', async () => {
    server = await startTestServer(create)
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    const socket = createConnection(port, '127.0.0.1')
    await once(server.app.server, 'connection')
    await Promise.all([once(socket, 'close'), server.app.close()])
  }, 10_000)

  it('stops after the current answer, even if the browser would keep its connection', async () => {
    server = await startTestServer(create)
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    const socket = createConnection(port, '127.0.0.1')
    const body = JSON.stringify({ email: 'bob@example.com', username: 'Bob', password: 'correct horse battery' })
    const head = `host: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    socket.write(`POST /api/v1/auth/register HTTP/1.1\r\n${head}\r\n\r\n${body}`)
    await once(server.app.server, 'request')
    const [answer] = await Promise.all([text(socket), server.app.close()])
    expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n[\s\S]*\}$/)
  })
})
