import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createModelClient } from '../../../server/models/client'
import { NotSent } from '../../../server/outgoing/connect'
import { exchange } from '../../../server/outgoing/exchange'
import { proxyOf, throughProxy } from '../../../server/outgoing/proxy'
import { classify } from '../../../server/posting/worker/classify'
import { createXClient } from '../../../server/x/client'
import { refusing, startProxy, type Tunnel, tunnelTo } from '../../support/connectProxy'
import { account, closeAll, closeLater, portOf, reply, serveX } from '../../support/xServers'

const names = ['https_proxy', 'http_proxy', 'all_proxy', 'no_proxy']
const setProxy = (env: Record<string, string>) => {
  for (const name of names.flatMap((each) => [each, each.toUpperCase()])) vi.stubEnv(name, env[name] ?? '')
}
afterEach(async () => {
  vi.unstubAllEnvs()
  await closeAll()
})

const never = new AbortController().signal

describe('the proxy of an address', () => {
  const of = (address: string, env: Record<string, string>) => {
    setProxy(env)
    return proxyOf(new URL(address))?.host
  }

  it('is read from the variables in both cases, and NO_PROXY excludes hosts', () => {
    const env = { HTTPS_PROXY: 'http://s.example:1', http_proxy: 'p.example:2', NO_PROXY: 'a.example,.b.example' }
    expect(of('https://api.x.com', env)).toBe('s.example:1')
    expect(of('http://api.x.com', env)).toBe('p.example:2')
    expect(of('https://a.example', env)).toBeUndefined()
    expect(of('https://deep.b.example', env)).toBeUndefined()
    expect(of('https://api.x.com', { https_proxy: 'http://low.example:3', HTTPS_PROXY: 'http://up.example' })).toBe(
      'low.example:3',
    )
    expect(of('https://api.x.com', { ALL_PROXY: 'all.example:4' })).toBe('all.example:4')
    expect(of('https://api.x.com', {})).toBeUndefined()
  })

  it('is none for loopback, whatever the environment contains', () => {
    const everything = {
      HTTPS_PROXY: 'http://s.example',
      HTTP_PROXY: 'http://s.example',
      ALL_PROXY: 'http://s.example',
    }
    for (const host of [
      'localhost',
      'x.localhost',
      '127.0.0.1',
      '127.9.8.7',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
    ])
      expect([host, of(`http://${host}:8080`, everything)]).toEqual([host, undefined])
    for (const host of ['localhost.example', '128.0.0.1', '[::2]', '127.0.0.1.example'])
      expect([host, of(`http://${host}`, everything)]).toEqual([host, 's.example'])
  })

  it("is refused if it is no HTTP proxy, with the variable's name and without its password", () => {
    for (const value of ['socks5://me:hidden@s.example', 'http://', 'ftp://me:hidden@s.example', 'http://me:hidden@:x'])
      expect(() => of('https://api.x.com', { HTTPS_PROXY: value })).toThrow(
        /^HTTPS_PROXY must be the address of an HTTP/,
      )
    expect(of('https://api.x.com', { HTTPS_PROXY: 'http://me:hidden@s.example:8' })).toBe('s.example:8')
    expect(throughProxy(new URL('https://api.x.com'))).toBe(', through the proxy s.example:8')
  })
})

describe('a tunnel that is not opened', () => {
  const stages: [string, Tunnel, RegExp][] = [
    [
      '407',
      refusing(407),
      /^the proxy 127.0.0.1:\d+ refused the connection \(HTTP status 407, it asks for a user name/,
    ],
    ['403', refusing(403), /refused the connection \(HTTP status 403\)$/],
    ['502', refusing(502), /refused the connection \(HTTP status 502\)$/],
    ['any other status', refusing(302), /refused the connection \(HTTP status 302\)$/],
    ['a reset', (socket) => socket.resetAndDestroy(), /^the proxy 127.0.0.1:\d+ did not open a tunnel: /],
    ['a closed connection', (socket) => socket.end(), /did not open a tunnel: /],
    ['half an answer', (socket) => socket.end('HTTP/1.1 200 Conn'), /did not open a tunnel: /],
    ['no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n'), /did not open a tunnel: /],
    ['silence', () => undefined, /^the connection was not established in time$/],
    ['a tunnel that is cut', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), /disconnected before secure TLS/],
    [
      'a tunnel to no TLS',
      (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 201 Created\r\n\r\n'),
      /^TLS: wrong version number$/,
    ],
  ]

  it.each(stages)(
    'by %s leaves a reply certainly unposted, and a call to a model unpaid',
    async (_, tunnel, reason) => {
      const proxy = await startProxy(tunnel)
      setProxy({ https_proxy: `http://me:let%20me@127.0.0.1:${proxy.port}` })
      const x = createXClient({ baseUrl: 'https://api.x.test', timeoutMs: 500 })
      const outcome = await x.createReply(account, reply)
      expect(outcome).toEqual({ kind: 'notSent', reason: expect.stringMatching(reason) })
      expect(classify(outcome, reply.text, new Date()).verdict.kind).toBe('unsent')
      const basic = `Basic ${Buffer.from('me:let me').toString('base64')}`
      expect(proxy.asked).toEqual([`CONNECT api.x.test:443 ${basic}`])
      const models = createModelClient({ baseUrl: 'https://models.test/v1', timeoutMs: 500 })
      await expect(models.listModels()).rejects.not.toThrow(/let/)
    },
  )

  it('by a proxy that cannot be reached has the same result', async () => {
    setProxy({ https_proxy: 'http://127.0.0.1:9' })
    const x = createXClient({ baseUrl: 'https://api.x.test', timeoutMs: 5_000 })
    expect(await x.createReply(account, reply)).toEqual({
      kind: 'notSent',
      reason: expect.stringMatching(/^the proxy 127\.0\.0\.1:9 cannot be reached: connect ECONNREFUSED/),
    })
  })
})

it('plain HTTP goes to the proxy with its whole address, and 407 means that nothing was forwarded', async () => {
  const proxy = await startProxy(refusing(403))
  const at = `127.0.0.1:${proxy.port}`
  setProxy({ http_proxy: `http://${at}` })
  await expect(exchange({ method: 'GET', url: new URL('http://m.test/v1?a=1'), maxBytes: 99 }, never)).rejects.toThrow(
    NotSent,
  )
  setProxy({ http_proxy: `http://me:pw@${at}` })
  const client = createModelClient({ baseUrl: 'http://m.test:81/v1?a=1', timeoutMs: 5_000 })
  expect(await client.listModels()).toEqual([{ id: 'through-proxy' }])
  const basic = `Basic ${Buffer.from('me:pw').toString('base64')}`
  expect(proxy.asked).toEqual(['GET http://m.test/v1?a=1 nobody', `GET http://m.test:81/v1/models?a=1 ${basic}`])
})

describe("with the company's own certificate authority", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'acb-ca-'))
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'].concat(
        ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'ca.pem'), '-subj', '/CN=x.test'],
        ['-addext', 'subjectAltName=DNS:*.x.test,DNS:localhost'],
      ),
      { stdio: 'ignore' },
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = async (file: string, args: string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', file, ...args], {
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), DATA_DIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let told = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told += text
    })
    await once(child, 'close')
    return told.trimEnd().split('\n')
  }

  it('a request that was sent through the tunnel is unknown without an answer, and doctor names the proxy', async () => {
    const requests: string[] = []
    const server = createServer(
      { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'ca.pem')) },
      (request, response) => {
        requests.push(`${request.method} ${request.headers.host}`)
        if (request.headers.host === 'lost.x.test') return void request.socket.destroy()
        response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
        response.end('{"data":{"id":"77","text":"See you at noon"}}')
      },
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closeLater(async () => server.close())
    const port = portOf(server)
    const cutInTls = (_: Buffer, client: Socket) => client.destroy()
    const proxy = await startProxy((socket, target) =>
      tunnelTo(port, target.startsWith('cut.') ? cutInTls : undefined)(socket, target),
    )
    const env = { HTTPS_PROXY: `http://me:hidden@127.0.0.1:${proxy.port}` }
    const hosts = ['posted.x.test', 'lost.x.test', 'cut.x.test', 'foreign.test']
    const lines = await run('tests/support/postThroughProxy.ts', hosts, env)
    const [posted, lost, cut, foreign] = lines.map((line) => JSON.parse(line).outcome)
    expect(posted).toMatchObject({ kind: 'answer', status: 201, body: { data: { id: '77' } } })
    expect(lost).toEqual({ kind: 'lost', reason: 'socket hang up' })
    expect(cut.kind).toBe('notSent')
    expect(foreign).toEqual({ kind: 'notSent', reason: expect.stringMatching(/does not match certificate/) })
    expect(requests.filter((each) => each.startsWith('POST'))).toEqual(['POST posted.x.test', 'POST lost.x.test'])

    const direct = `https://localhost:${port}`
    const doctor = await run('scripts/doctor.ts', [], { ...env, X_API_BASE_URL: 'https://api.x.test', PORT: '9' })
    expect(doctor).toContain(`ok    X answers at https://api.x.test, through the proxy 127.0.0.1:${proxy.port}`)
    expect(doctor.join()).not.toMatch(/hidden/)
    const beside = await run('scripts/doctor.ts', [], { ...env, X_API_BASE_URL: direct, PORT: '9' })
    expect(beside).toContain(`ok    X answers at ${direct}`)
  })
})

describe('the part of an answer that is read', () => {
  const read = async (encoding: string, body: Buffer, maxBytes: number) => {
    const base = await serveX((request, response) => {
      response.setHeader('asked', String(request.headers['accept-encoding']))
      response.setHeader('content-encoding', encoding).end(body)
    })
    return exchange({ method: 'GET', url: new URL(base), maxBytes }, never)
  }

  it('is at most the requested size, compressed or not, and Brotli is neither requested nor decoded', async () => {
    const zeros = Buffer.alloc(5_000_000)
    for (const encoding of ['gzip', 'X-GZIP', 'identity']) {
      const body = encoding === 'identity' ? zeros : gzipSync(zeros)
      const answer = await read(encoding, body, 1024 * 1024)
      expect([answer.text.length, answer.cut?.message]).toEqual([1024 * 1024, 'the answer is larger than 1 MiB'])
      expect(answer.headers.asked).toBe('gzip')
    }
    const whole = await read('gzip', gzipSync('{"a":1}'), 7)
    expect([whole.text, whole.cut]).toEqual(['{"a":1}', undefined])
    const brotli = await read('br', brotliCompressSync('{"a":1}'), 1024)
    expect([brotli.status, brotli.text, brotli.cut?.message]).toEqual([
      200,
      '',
      'the answer is encoded as br, which was not requested',
    ])
  })

  it('never ends the process or hangs, whatever encoding is claimed for whatever bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.constantFrom('gzip', 'deflate', 'gzip, gzip', 'zstd', 'br', 'IDENTITY'),
          fc.string({ unit: 'grapheme-ascii' }),
        ),
        fc.uint8Array({ maxLength: 400 }),
        async (encoding, bytes) => {
          const answer = await read(encoding.trim(), Buffer.from(bytes), 200)
          expect(answer.status).toBe(200)
          expect(Buffer.byteLength(answer.text, 'latin1')).toBeLessThanOrEqual(200)
        },
      ),
      { numRuns: 60 },
    )
  })
})
