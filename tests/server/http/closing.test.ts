import { once } from 'node:events'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeConnections, type Patience } from '../../../server/http/closing'

const impatient: Patience = { silentMs: 50, silentAtStopMs: 50 }
const forEver = 2 ** 31 - 1
/** More than the system buffers for a client that reads nothing. */
const large = Buffer.alloc(32 * 1024 * 1024)
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`
const post = 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n'

describe('connections', () => {
  let app: FastifyInstance
  let answer: () => void
  const clients: Socket[] = []
  const opened: Readable[] = []

  beforeEach(() => {
    app = Fastify({ requestTimeout: forEver, keepAliveTimeout: forEver })
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    app.get('/', async () => 'answered')
    app.post('/', async () => 'answered')
    app.get('/late', () => answered.then(() => 'answered'))
    app.get('/large', async () => large)
    app.get('/file', (_request, reply) => {
      const file = new Readable({ read: () => undefined })
      opened.push(file)
      return reply.type('text/plain').send(file)
    })
  })
  afterEach(async () => {
    answer()
    for (const client of clients.splice(0)) client.destroy()
    opened.splice(0)
    app.server.closeAllConnections()
    await app.close()
  })

  const connect = async (patience: Patience, sent: string): Promise<{ client: Socket; connection: Socket }> => {
    closeConnections(app, patience)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const accepted = once(app.server, 'connection')
    const { port } = app.server.address() as AddressInfo
    const client = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
    clients.push(client)
    const [connection] = (await accepted) as [Socket]
    client.write(sent)
    return { client, connection }
  }

  const patient: Patience = { silentMs: forEver, silentAtStopMs: forEver }

  it('do not delay a stop by a request whose body never ends', async () => {
    await connect({ ...patient, silentAtStopMs: 50 }, `${post}content-length: 100\r\n\r\n{"na`)
    await once(app.server, 'request')
    await app.close()
  })

  it('do not delay a stop by the beginning of another request', async () => {
    const { client, connection } = await connect(patient, get('/'))
    await once(client, 'data')
    client.write('GET / HT')
    await once(connection, 'data')
    await app.close()
  })

  it('do not delay a stop by an answer that nobody reads', async () => {
    const { connection } = await connect({ ...patient, silentAtStopMs: 50 }, get('/large'))
    while (connection.writableLength === 0) await nextTurn()
    await app.close()
  })

  it('delay a stop until a started answer has ended, however long it takes', async () => {
    const { client } = await connect({ ...patient, silentAtStopMs: 1 }, get('/late'))
    const [request] = await once(app.server, 'request')
    const closed = app.close()
    await once(request.socket, 'timeout')
    answer()
    expect(await text(client)).toMatch(/answered$/)
    await closed
  })

  it('delay a stop until every requested answer has ended', async () => {
    const { client } = await connect(patient, get('/late') + get('/file').repeat(2))
    while (opened.length < 2) await once(app.server, 'request')
    let received = ''
    client.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    const ended = once(client, 'end')
    const closed = app.close()
    while (app.server.listening) await nextTurn()
    answer()
    while (!received.endsWith('answered')) await once(client, 'data')
    for (const [index, file] of opened.entries()) {
      file.push(`file ${index}`)
      file.push(null)
    }
    await ended
    expect(received.match(/answered|file \d/g)).toEqual(['answered', 'file 0', 'file 1'])
    await closed
  })

  it.each([
    ['in the middle of a request', `${post}content-length: 100\r\n\r\n{"na`],
    ['in the middle of an answer', get('/large')],
  ])('end if the client becomes silent %s', async (_when, sent) => {
    const { connection } = await connect(impatient, sent)
    await once(connection, 'close')
  })

  it('end if the other side leaves a closed connection open', async () => {
    const { connection } = await connect(impatient, `${post}content-length: 100\r\nconnection: close\r\n\r\n{"na`)
    connection.end('HTTP/1.1 408 Request Timeout\r\n\r\n')
    await once(connection, 'close')
  })

  it('stay open during an answer', async () => {
    const { client, connection } = await connect(impatient, get('/late'))
    await once(connection, 'timeout')
    answer()
    const [answered] = await once(client, 'data')
    expect(String(answered)).toMatch(/answered$/)
  })

  it('close the sources of all pipelined answers when the client leaves', async () => {
    const { client } = await connect(patient, get('/file').repeat(3))
    while (opened.length < 3) await once(app.server, 'request')
    const closed = opened.map((file) => once(file, 'close'))
    client.destroy()
    await Promise.all(closed)
  })
})
