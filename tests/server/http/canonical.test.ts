import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../server/log'
import { createMetrics } from '../../../server/metrics/metrics'
import { canonicalAddress } from '../../../server/security/loopback'
import { databases } from '../../support/databases'
import { startTestServer, type TestServer, testSettings } from '../../support/server'

const origin = 'https://elsewhere.example'

let server: TestServer
let port: number
const lines: string[] = []
const metrics = createMetrics()
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  const [{ create }] = databases as [(typeof databases)[0]]
  server = await startTestServer(create, {
    log: createLog('info', { write: (line) => lines.push(line) }),
    metrics: { metrics, token: undefined },
    settings: { ...testSettings, corsOrigin: origin, trustProxy: 1, hostNames: ['console.example'] },
  })
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
beforeEach(() => {
  lines.length = 0
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

interface Answered {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

const ask = (path: string, { headers, ...options }: RequestOptions & { headers?: Record<string, string> } = {}) =>
  new Promise<Answered>((resolve, reject) => {
    const asked = { port, agent, path, headers: { host: 'console.example', ...headers }, ...options }
    request(asked, async (answer) => {
      const body = (await answer.setEncoding('utf8').toArray()).join('')
      resolve({ status: answer.statusCode, headers: answer.headers, body })
    })
      .on('error', reject)
      .end()
  })

const counted = async () =>
  [...(await metrics.read()).matchAll(/^http_request_duration_seconds_count\{(.+)\} (\d+)$/gm)].map(
    ([, labels, count]) => `${labels} ${count}`,
  )

const traceOf = async (path: string, method = 'GET') => {
  lines.length = 0
  const before = await counted()
  const { status, headers, body } = await ask(path, { method, headers: { origin } })
  const { route, status: logged } = JSON.parse(lines.at(-1) ?? '{}')
  return {
    status,
    body,
    lines: lines.length,
    route,
    logged,
    isNamed: headers['x-request-id'] !== undefined,
    caching: headers['cache-control'],
    allowed: headers['access-control-allow-origin'],
    counted: (await counted()).filter((count) => !before.includes(count)).map((count) => count.replace(/ \d+$/, '')),
  }
}

const hex = (character: string, isUpper: boolean) => {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0')
  return `%${isUpper ? code.toUpperCase() : code}`
}

/** Spellings that some program interprets as the same path. */
const spellingsOf = (path: string) =>
  fc
    .array(
      fc.record({
        how: fc.constantFrom('as it is', 'as it is', 'encoded', 'twice encoded', 'preceded'),
        isUpper: fc.boolean(),
        before: fc.constantFrom('/', '\\', '/.', './', '../', '/x/..', ';', '%', '#', '%00', '%C3%A9'),
      }),
      { minLength: path.length, maxLength: path.length },
    )
    .map((choices) =>
      [...path]
        .map((character, index) => {
          const { how, isUpper, before } = choices[index] ?? { how: 'as it is', isUpper: false, before: '' }
          if (how === 'encoded') return hex(character, isUpper)
          if (how === 'twice encoded' && index % 5 === 0) return hex('%', isUpper) + hex(character, isUpper).slice(1)
          if (how === 'preceded' && index % 7 === 0) return before + character
          return character
        })
        .join(''),
    )

const wholeTargets = (path: string) =>
  fc
    .tuple(
      fc.constantFrom(
        '',
        '',
        '',
        'http://console.example',
        'HTTP://Console.Example',
        'http://evil.test',
        '//console.example',
      ),
      fc.oneof(fc.constant(path), spellingsOf(path)),
      fc.constantFrom('', '/', '?x=%zz', ';x', '#x', '%3Fx', '%20', '//'),
    )
    .map((parts) => parts.join(''))

/** Node's client writes no other request line. */
const isSendable = (target: string) => /^[\x21-\x7e]+$/.test(target)

describe('the address of a request', () => {
  it.each([
    ['POST', '/api/v1/auth/login'],
    ['GET', '/api/v1/tasks'],
    ['GET', '/api/v1/groups/31'],
  ])('%s %s leaves the same trace in every encoding, or is refused', async (method, path) => {
    const plain = await traceOf(path, method)
    expect(plain).toMatchObject({ lines: 1, isNamed: true, caching: 'no-store', allowed: origin })
    const refused = await traceOf(`${path}/%2561`, method)
    expect(refused).toMatchObject({ status: 400, logged: 400, route: null, lines: 1, caching: 'no-store' })
    let same = 0
    await fc.assert(
      fc.asyncProperty(wholeTargets(path).filter(isSendable), async (target) => {
        const trace = await traceOf(target, method)
        if (trace.lines === 0) expect(trace.body).toBe('{"detail":"The request is not valid HTTP"}')
        else if (trace.status === 400 && plain.status !== 400) expect(trace).toEqual(refused)
        else if (trace.route === null) expect([trace.status, trace.logged, trace.lines]).toEqual([404, 404, 1])
        else {
          same += 1
          expect(trace).toEqual(plain)
        }
      }),
      { numRuns: 100 },
    )
    expect(same).toBeGreaterThan(5)
  })

  it('keeps its query and its trailing slash', async () => {
    expect(await ask('/healthz?x', { headers: { host: '10.0.0.1' } })).toMatchObject({ status: 200 })
    expect(await traceOf('/api/v1/tasks/?limit=100')).toEqual(await traceOf('/api/v1/tasks?limit=100'))
  })
})

describe('the host of a request', () => {
  it.each([
    ['127.0.0.1:3162@evil.test', undefined, 400],
    ['console.example:99999', undefined, 400],
    ['console.example/x', undefined, 400],
    ['console.example, evil.test', undefined, 400],
    ['evil.test', undefined, 421],
    ['console.example', { 'x-forwarded-host': '127.0.0.1:3162@evil.test' }, 400],
    ['console.example', { 'x-forwarded-host': 'evil.test' }, 421],
    ['evil.test', { 'x-forwarded-host': 'console.example' }, 421],
    ['console.example', { 'x-forwarded-host': 'localhost:3162', 'x-forwarded-proto': 'javascript' }, 400],
    ['console.example:8443', { 'x-forwarded-host': 'CONSOLE.example.', 'x-forwarded-proto': 'https' }, 200],
  ])('%s with %j is answered with %i', async (host, forwarded, status) => {
    expect(await ask('/api/v1/meta', { headers: { host, ...forwarded } })).toMatchObject({ status })
  })
})

describe("the caller's address", () => {
  const addressFor = async (forwarded: string) => {
    lines.length = 0
    await ask('/api/v1/meta', { headers: { 'x-forwarded-for': forwarded } })
    return JSON.parse(lines.at(-1) ?? '{}').ip
  }
  const inHex = (groups: number[]) => groups.map((group) => group.toString(16)).join(':')
  const port = fc.integer({ min: 0, max: 65_535 })
  const v4 = fc
    .tuple(fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 4, maxLength: 4 }), port)
    .map(([parts, at]) => ({ parts, at, text: parts.join('.') }))
    .map(({ parts: [a = 0, b = 0, c = 0, d = 0], at, text }) => ({
      canonical: text,
      spellings: [
        text,
        `${text}:${at}`,
        `::ffff:${text}`,
        `[::FFFF:${text}]:${at}`,
        `::ffff:${inHex([a * 256 + b, c * 256 + d])}`,
      ],
    }))
  const v6 = fc
    .tuple(fc.array(fc.integer({ min: 1, max: 65_535 }), { minLength: 6, maxLength: 6 }), port)
    .map(([groups, at]) => ({ start: inHex(groups.slice(0, 5)), end: inHex(groups.slice(5)), at }))
    .map(({ start, end, at }) => ({
      canonical: `${start}::${end}`,
      spellings: [
        `${start}::${end}`,
        `[${start}::${end}]`,
        `[${start.toUpperCase()}:0:0:${end}]:${at}`,
        `${start}:0000:0:${end}`,
        `${start}::${end}%eth0`,
      ],
    }))
  const claimed = fc.array(fc.constantFrom('10.0.0.1', 'unknown', '[::1]:80', '', '"', '203.0.113.9:4711'), {
    maxLength: 3,
  })

  it('is the same in every spelling, whatever the caller claims', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(v4, v6), claimed, async ({ canonical, spellings }, before) => {
        for (const spelling of spellings) {
          expect([spelling, await addressFor([...before, spelling].join(', '))]).toEqual([spelling, canonical])
        }
      }),
      { numRuns: 60 },
    )
  })

  it("is the proxy's own if the proxy's entry is no address", async () => {
    const garbage = fc
      .string({ unit: fc.constantFrom(...'0123456789abcdefx.:[]%/@_"') })
      .filter((text) => /[^.\s]/.test(text) && canonicalAddress(text) === undefined)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(garbage, fc.constantFrom('unknown', '203.0.113.9:x', '1.2.3', 'unix:')),
        async (text) => {
          expect([text, await addressFor(`203.0.113.9, ${text}`)]).toEqual([text, '127.0.0.1'])
        },
      ),
      { numRuns: 60 },
    )
  })
})
