import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { audit } from '../../../server/db/trail/audit'
import { readOnce } from '../../../server/http/callLimits'
import { createCallQueues } from '../../../server/http/callQueues'
import { apiBase } from '../../../server/http/define'
import { createHttpQueues } from '../../../server/http/httpQueues'
import { isLoopBusy } from '../../../server/security/load'
import { contract } from '../../../src/schemas/contract'
import { sqlite } from '../../support/databases'
import { startTestServer } from '../../support/server'
import { eventually, until } from '../../support/waiting'

const at = '2026-05-01T08:00:00.000Z'

describe('the calls', () => {
  /** The load of this machine decides nothing here. */
  beforeEach(async () => {
    vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle: 1, active: 0, utilization: 0 })
    await until(() => !isLoopBusy())
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each([...readOnce])('of %s share an answer with a known revision', async (name) => {
    const server = await startTestServer(sqlite.create)
    const ada = await server.operator('ada@example.com')
    const id = 'a1'
    await server.database.db
      .insertInto('tasks')
      .values({ id, owner_id: 1, kind: 'solo', request_hash: 'h', characters: '[]', created_at: at, updated_at: at })
      .execute()
    const { statusCode, headers } = await server.app.inject({
      url: apiBase + contract[name].path.replace('{taskId}', id),
      query: name === 'listOpenTasks' ? { ids: id } : {},
      headers: { authorization: `Bearer ${ada.token}` },
    })
    expect([statusCode, headers.etag]).toEqual([200, expect.stringMatching(/^W\/"/)])
    await server.close()
  })

  it('of one operator wait for each other, and nobody else waits for them', async () => {
    const take = createCallQueues({ atOnce: 2, waiting: 4 })
    const order: string[] = []
    const ends: (() => void)[] = []
    const slow = (name: string) =>
      take(1, 'read').then((end) => {
        order.push(name)
        ends.push(end)
      })
    const outcomes = Promise.allSettled(['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map(slow))
    await take(2, 'read').then((end) => {
      order.push('neighbour')
      end()
    })
    for (let round = 0; round < 10; round += 1) {
      for (const end of ends.splice(0)) end()
      await nextTurn()
    }
    expect(order).toEqual(['first', 'neighbour', 'second', 'third', 'fourth', 'fifth'])
    expect((await outcomes).map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected'])
  })

  it.each([
    { name: 'one while it is under way', isOver: false, milliseconds: 0, seen: [1, 2, 3, 4, 5, 6] },
    {
      name: 'as many as are over by then within a slice of time',
      isOver: true,
      milliseconds: 0.25,
      seen: [2, 4, 6, 6, 6, 6],
    },
    { name: 'one that takes all of the slice', isOver: true, milliseconds: 0.5, seen: [1, 2, 3, 4, 5, 6] },
  ])(
    'that wait start $name in one turn of the event loop, operators alternating',
    async ({ isOver, milliseconds, seen }) => {
      let now = 0
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
      const take = createCallQueues({ atOnce: 8, waiting: 8 })
      const begun: number[] = []
      for (const ownerId of [1, 1, 1, 2, 2, 3]) {
        take(ownerId, 'read').then(async (end) => {
          begun.push(ownerId)
          await Promise.resolve()
          now += milliseconds
          if (isOver) end()
        })
      }
      const counts: number[] = []
      for (let turn = 0; turn < 6; turn += 1) {
        await nextTurn()
        counts.push(begun.length)
      }
      clock.mockRestore()
      expect(counts).toEqual(seen)
      expect(begun).toEqual([1, 2, 3, 1, 2, 1])
    },
  )

  it('of one operator alternate between reads and writes', async () => {
    const take = createCallQueues({ atOnce: 1, waiting: 8 })
    const begun: string[] = []
    const call = (name: string) =>
      take(1, name.startsWith('read') ? 'read' : 'write').then((end) => {
        begun.push(name)
        end()
      })
    await Promise.all(['write 1', 'write 2', 'write 3', 'read 1', 'write 4', 'read 2'].map(call))
    expect(begun).toEqual(['write 1', 'read 1', 'write 2', 'read 2', 'write 3', 'write 4'])
  })

  it('with a shared answer start together as one, sixteen at most', async () => {
    const take = createCallQueues({ atOnce: 2, waiting: 40 })
    const begun: string[] = []
    const ends: (() => void)[] = []
    const call = (name: string, sharing?: string) =>
      take(1, 'read', sharing).then((end) => {
        begun.push(name)
        ends.push(end)
      })
    call('first')
    call('second')
    for (let number = 1; number <= 18; number += 1) call(`a${number}`, 'a')
    call('other', 'b')
    for (let number = 1; number <= 2; number += 1) call(`alone${number}`)
    const turns = async () => {
      for (let turn = 0; turn < 8; turn += 1) await nextTurn()
    }
    await turns()
    expect(begun).toEqual(['first', 'second'])
    ends[0]?.()
    await turns()
    const together = Array.from({ length: 16 }, (_, index) => `a${index + 1}`)
    expect(begun.splice(0)).toEqual(['first', 'second', ...together])
    for (const end of ends.slice(2, -1)) end()
    await turns()
    expect(begun).toEqual([])
    ends.at(-1)?.()
    await turns()
    expect(begun.splice(0)).toEqual(['a17', 'a18'])
    ends[1]?.()
    await turns()
    expect(begun).toEqual(['other'])
    for (const end of ends.splice(0)) end()
    await turns()
    expect(begun).toEqual(['other', 'alone1', 'alone2'])
  })

  it('start one at a time for each operator while the event loop is busy', async () => {
    let isBusy = true
    const take = createCallQueues({ atOnce: 3, waiting: 8 }, () => isBusy)
    const begun: number[] = []
    const ends: (() => void)[] = []
    for (const ownerId of [1, 1, 1, 1, 1, 2, 2]) {
      take(ownerId, 'read').then((end) => {
        begun.push(ownerId)
        ends.push(end)
      })
    }
    const turns = async () => {
      for (let turn = 0; turn < 8; turn += 1) await nextTurn()
    }
    await turns()
    expect(begun).toEqual([1, 2])
    ends[0]?.()
    await turns()
    expect(begun).toEqual([1, 2, 1])
    isBusy = false
    ends[2]?.()
    await turns()
    expect(begun).toEqual([1, 2, 1, 1, 2, 1, 1])
  })

  it('start when the event loop has a pause again, even if no running call has ended', async () => {
    let isBusy = true
    const take = createCallQueues({ atOnce: 2, waiting: 8 }, () => isBusy)
    await take(1, 'read')
    const second = take(1, 'read')
    for (let turn = 0; turn < 8; turn += 1) await nextTurn()
    isBusy = false
    await second
  })

  it('end their turn if their body is refused, or if their caller leaves before the body arrives', async () => {
    const { server, ada, bob, url, sockets } = await withEveryTurnTaken()
    const waits = fetch(`${url}/api/v1/groups`, { headers: { authorization: `Bearer ${ada.token}` } })
    expect((await bob.call('GET', '/groups')).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    expect((await waits).status).toBe(200)
    await server.close()
  })

  it('keep their turn until a large answer is sent, or for two seconds', async () => {
    const app = fastify()
    const queues = createHttpQueues(app)
    const revisions = { accounts: '1', roles: '2', tasks: '3', audit: '4' }
    app.decorateRequest('caller')
    app.addHook('onRequest', async (request) => {
      request.caller = { ownerId: Number(request.headers.owner), sessionId: 5, isAdmin: false, revisions }
    })
    const begun: string[] = []
    const characters = { '/large': 20_000_000, '/small': 10 }
    for (const [path, length] of Object.entries(characters)) {
      app.get(path, { onRequest: queues.waitFor('listGroups') }, (request) =>
        queues.run(request, 'listGroups', async () => {
          begun.push(`${request.headers.owner} ${path}`)
          return 'x'.repeat(length)
        }),
      )
    }
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const read = async (owner: string) => (await fetch(`${url}/small`, { headers: { owner } })).text()
    const neighbourReads = async () => {
      for (let count = 0; count < 10; count += 1) await read('2')
    }
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const readers = Array.from({ length: 6 }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\nowner: 1\r\n\r\n')
      return socket
    })
    while (begun.length < 6) await nextTurn()
    const small = read('1')
    await neighbourReads()
    vi.advanceTimersByTime(1999)
    await neighbourReads()
    const before = [...begun]
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    expect(before).not.toContain('1 /small')
    expect(await small).toHaveLength(10)
    for (const socket of readers) socket.destroy()
    await app.close()
  })

  it('that read do not wait for all earlier writes', async () => {
    const { server, ada, url, sockets, arrived, answered, queued } = await withEveryTurnTaken()
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
    const create = (name: string) =>
      fetch(`${url}/api/v1/groups`, { method: 'POST', headers, body: JSON.stringify({ name, description: 'x' }) })
    const writes = ['first', 'second', 'third'].map(create)
    await eventually(() => expect(arrived).toHaveLength(9))
    const read = fetch(`${url}/api/v1/groups`, { headers })
    await eventually(() => expect(arrived).toHaveLength(10))
    await queued()
    sockets[0]?.destroy()
    await Promise.all([...writes, read])
    expect(answered).toEqual(['GET /groups', 'POST /groups', 'POST /groups', 'POST /groups'])
    for (const socket of sockets) socket.destroy()
    await server.close()
  })

  it.each([
    { name: 'begin together', change: false, order: ['/tasks', '/tasks', '/groups', '/tasks?limit=5'] },
    {
      name: 'do not where it has changed meanwhile',
      change: true,
      order: ['/tasks', '/groups', '/tasks?limit=5', '/tasks'],
    },
  ])('that share an answer $name', async ({ change, order }) => {
    const { server, ada, url, sockets, arrived, answered, queued } = await withEveryTurnTaken()
    const { db } = server.database
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const reads: Promise<Response>[] = []
    for (const path of ['/tasks', '/groups', '/tasks?limit=5', '/tasks']) {
      if (change) await audit(db, id, 'account.created', path)
      reads.push(fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${ada.token}` } }))
      await eventually(() => expect(arrived).toHaveLength(sockets.length + reads.length))
    }
    await queued()
    sockets[0]?.destroy()
    await Promise.all(reads)
    expect(answered).toEqual(order.map((path) => `GET ${path}`))
    for (const socket of sockets) socket.destroy()
    await server.close()
  })
})

const withEveryTurnTaken = async () => {
  const server = await startTestServer(sqlite.create)
  const ada = await server.operator('ada@example.com')
  const bob = await server.operator('bob@example.com')
  for (let count = 0; count < 7; count += 1) {
    expect((await ada.call('POST', '/groups', { name: 7 })).status).toBe(422)
  }
  const port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const arrived: string[] = []
  const answered: string[] = []
  server.app.server.on('request', ({ method, url }: IncomingMessage, answer: ServerResponse) => {
    const call = `${method} ${url?.replace('/api/v1', '')}`
    arrived.push(call)
    answer.once('finish', () => answered.push(call))
  })
  const head = `POST /api/v1/groups HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ada.token}\r\n`
  const sockets = Array.from({ length: 6 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"name":`)
    return socket
  })
  await eventually(() => expect(arrived).toHaveLength(6))
  /** The session of a call that has arrived is found before that of a later call. */
  const queued = () => bob.call('GET', '/groups')
  return { server, ada, bob, url: `http://127.0.0.1:${port}`, sockets, arrived, answered, queued }
}
