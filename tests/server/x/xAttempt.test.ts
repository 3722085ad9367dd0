import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../../sandbox/x/control'
import { createXClient } from '../../../server/x/client'
import { account, clientOf, closeAll, closeLater, portOf, reply, standIn } from '../../support/xServers'

afterEach(closeAll)

const rawServer = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server: Server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { baseUrl: `http://127.0.0.1:${portOf(server)}`, connections: () => sockets.size }
}

describe('the results of one attempt to post', () => {
  const answers: [string, Fault, number, boolean][] = [
    ['a 503 without effect', { answer: 'unavailable' }, 503, true],
    ['a 503 with effect', { answer: 'unavailable', accept: true }, 503, true],
    ['half of the JSON', { answer: 'half', accept: true }, 201, false],
    ['an HTML page', { answer: 'html' }, 200, false],
    ['a redirect', { answer: 'redirect' }, 302, true],
    ['a 201 without id', { answer: 'withoutId', accept: true }, 201, true],
    ['a rate limit', { answer: 'rateLimit' }, 429, true],
    ['a usage cap', { answer: 'usageCap' }, 429, true],
    ['spent credits', { answer: 'creditsDepleted' }, 402, true],
    ['a 401', { answer: 'unauthorized' }, 401, true],
    ['a duplicate', { answer: 'duplicate' }, 403, true],
    ['not summoned', { answer: 'notSummoned' }, 403, true],
    ['a target that is gone', { answer: 'targetGone' }, 403, true],
    ['a read-only app', { answer: 'readOnlyApp' }, 403, true],
    ['a forbidden client', { answer: 'clientForbidden' }, 403, true],
    ['no permission', { answer: 'notPermitted' }, 403, true],
  ]
  test.each(answers)('%s is an answer', async (_, fault, status, bodyReadable) => {
    const x = await standIn({ rules: [{ match: { method: 'POST' }, do: fault }] })
    const outcome = await clientOf(x).createReply(account, reply)
    expect(outcome).toMatchObject({ kind: 'answer', status, bodyReadable, headers: { 'x-rate-limit-limit': '100' } })
    expect(x.posts()).toHaveLength(fault.accept ? 1 : 0)
    expect(x.requests()).toHaveLength(1)
  })

  const losses: [string, Fault][] = [
    ['a hang-up before the effect', { answer: 'drop' }],
    ['a hang-up after the effect', { answer: 'drop', accept: true }],
    ['a reset before the effect', { answer: 'reset' }],
    ['a reset after the effect', { answer: 'reset', accept: true }],
    ['no answer', { answer: 'hang' }],
    ['an answer after the deadline', { delayMs: 60_000 }],
    ['something that is not HTTP', { answer: 'garbage', accept: true }],
  ]
  test.each(losses)('%s is lost', async (_, fault) => {
    const x = await standIn({ rules: [{ match: { method: 'POST' }, do: fault }] })
    const isLate = fault.answer === 'hang' || fault.delayMs !== undefined
    const outcome = await clientOf(x, isLate ? 1_000 : undefined).createReply(account, reply)
    expect(outcome).toEqual({ kind: 'lost', reason: expect.stringMatching(/\S/) })
    expect(x.posts()).toHaveLength(fault.accept || fault.answer === undefined ? 1 : 0)
    expect(x.requests()).toHaveLength(1)
  })

  test('a wrong clock is visible in the Date header', async () => {
    const x = await standIn({ rules: [{ do: { answer: 'unauthorized', clockSkewSeconds: -600 } }] })
    const outcome = await clientOf(x).createReply(account, reply)
    const date = outcome.kind === 'answer' ? outcome.headers.date : undefined
    expect(Date.now() - Date.parse(date ?? '')).toBeGreaterThan(590_000)
  })

  test('a refused connection, an unknown host and failing TLS sent nothing', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => free.once('listening', resolve))
    const port = portOf(free)
    await new Promise((resolve) => free.close(resolve))
    const received: Buffer[] = []
    const plain = await rawServer((socket) =>
      socket.on('data', (bytes) => {
        received.push(bytes)
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
      }),
    )
    const silent = await rawServer(() => undefined)
    for (const baseUrl of [
      `http://127.0.0.1:${port}`,
      'http://no-such-host.invalid',
      plain.baseUrl.replace('http:', 'https:'),
      silent.baseUrl.replace('http:', 'https:'),
    ]) {
      const outcome = await createXClient({ baseUrl, timeoutMs: 1500 }).createReply(account, reply)
      expect(outcome).toEqual({ kind: 'notSent', reason: expect.stringMatching(/\S/) })
    }
    expect(Buffer.concat(received).toString('latin1')).not.toContain('POST')
  })

  test('empty keys are never sent', async () => {
    const x = await standIn()
    const outcome = await clientOf(x).createReply({ ...account, api_secret: '' }, reply)
    expect(outcome).toEqual({ kind: 'notSent', reason: 'Invalid consumer tokens' })
    expect(x.requests()).toEqual([])
  })

  test.each<[string, (socket: Socket) => void]>([
    ['closed as soon as it stands', (socket) => socket.destroy()],
    ['reset on the first byte', (socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['closed on the first byte', (socket) => socket.once('data', () => socket.destroy())],
    ['closed within the headers', (socket) => socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\nda'))],
  ])('a connection %s is lost, and no second one is made', async (_, onConnection) => {
    const server = await rawServer(onConnection)
    expect(await clientOf(server).createReply(account, reply)).toMatchObject({ kind: 'lost' })
    expect(server.connections()).toBe(1)
  })

  test.each<[string, string]>([
    ['a body cut short', 'HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{"data":{"id":"1"}}'],
    ['chunks cut short', 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n13\r\n{"data":{"id":"1"}}\r\n'],
    ['an empty body', 'HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n'],
    ['JSON that is no object', 'HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n42'],
    ['a broken gzip body', 'HTTP/1.1 201 Created\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nabcd'],
  ])('%s is an answer without a readable body', async (_, bytes) => {
    const server = await rawServer((socket) => socket.once('data', () => socket.end(bytes)))
    expect(await clientOf(server).createReply(account, reply)).toMatchObject({
      kind: 'answer',
      status: 201,
      bodyReadable: false,
    })
  })

  test('a body that never ends is cut off at the deadline, with its status kept', async () => {
    const server = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n')
        const drip = setInterval(() => socket.write('1\r\n \r\n'), 20)
        socket.once('close', () => clearInterval(drip))
      })
    })
    expect(await clientOf(server, 1_000).createReply(account, reply)).toMatchObject({
      kind: 'answer',
      status: 403,
      bodyReadable: false,
    })
  })
})
