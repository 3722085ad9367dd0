import { once } from 'node:events'
import { connect } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenForMetrics } from '../../../server/features/system/metrics.routes'
import { createMetrics } from '../../../server/metrics/metrics'
import { sqlite } from '../../support/databases'
import { startTestServer, type TestServer } from '../../support/server'

const token = 'a token of the one who watches'
let server: TestServer
const ports: Record<string, number> = {}
const closings: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await startTestServer(sqlite.create)
  const open = await listenForMetrics(createMetrics(), { host: '127.0.0.1', port: 0, token: undefined })
  const guarded = await listenForMetrics(createMetrics(), { host: '127.0.0.1', port: 0, token })
  closings.push(() => server.close(), open.close, guarded.close)
  const api = await server.app.listen({ host: '127.0.0.1', port: 0 })
  for (const [name, address] of Object.entries({ api, open: open.address, guarded: guarded.address })) {
    ports[name] = Number(new URL(address).port)
  }
})
afterAll(() => Promise.all(closings.map((close) => close())))

const answerTo = async (port: number, sent: string) => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (data) => {
    text += data
  })
  socket.write(sent)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), isJson: /^content-type: application\/json/im.test(head), body }
}

const line = fc.tuple(
  fc.constantFrom('GET', 'POST', 'TRACE', 'OPTIONS', 'PROPFIND', 'BREW', 'get'),
  fc.constantFrom('/nothing', '/%zz', '/a//b', '/api/v1/%2561', '/api/v1/tasks', 'nothing', '/metrics/../x', '*'),
  fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9'),
)
const header = fc.constantFrom(
  'host: 127.0.0.1',
  'host: 127.0.0.1',
  'host: evil.example',
  'host: 127.0.0.1@evil.example',
  'expect: something',
  'content-length: x',
  'content-type: text/plain',
  'authorization: Bearer wrong',
  'upgrade: websocket',
  `x-long: ${'x'.repeat(20_000)}`,
  'no colon',
)
const refusedRequests = fc
  .tuple(line, fc.array(header, { maxLength: 4 }))
  .map(([words, headers]) => `${[words.join(' '), ...headers, 'connection: close'].join('\r\n')}\r\n\r\n`)

describe.each(['api', 'open', 'guarded'])('every refusal at the port %s', (name) => {
  it('is { detail } in JSON', async () => {
    await fc.assert(
      fc.asyncProperty(refusedRequests, async (sent) => {
        const { status, isJson, body } = await answerTo(ports[name] ?? 0, sent)
        expect([status, isJson]).toEqual([expect.any(Number), true])
        expect(status).toBeGreaterThanOrEqual(400)
        expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/\w+ \w+/) })
      }),
      { numRuns: 150 },
    )
  })
})
