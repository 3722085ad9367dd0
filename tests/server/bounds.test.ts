import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { audit } from '../../server/db/audit'
import { createAccountRoom } from '../../server/repositories/accounts'
import { createCallTurns } from '../../server/security/turns'
import { databasesHere, sqlite } from '../support/databases'
import { type Operator, startTestServer, type TestServer } from '../support/server'
import { sampleAccount, sampleRole } from '../support/serverFakes'
import { eventually } from '../support/waiting'

const kilobytes = (count: number) => 'k'.repeat(count * 1024)

describe.each(databasesHere())('what one operator may store, on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
  })
  afterEach(() => server.close())

  it.each(['knowledge_base', 'example_conversations'])('is at most 64 KB in %s', async (field) => {
    const refused = await ada.call('POST', '/ai-roles', { ...sampleRole, [field]: { text: kilobytes(64) } })
    expect(refused).toEqual({ status: 422, body: { detail: `${field}: At most 64 KB` } })
    const { status } = await ada.call('POST', '/ai-roles', { ...sampleRole, [field]: { text: kilobytes(63) } })
    expect(status).toBe(201)
  })

  it('is 4 MB of characters in all, by additions and by changes', async () => {
    const filled = { ...sampleRole, knowledge_base: { text: kilobytes(63) }, example_conversations: {} }
    const { id: owner_id } = await server.database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await ada.call('POST', '/ai-roles', { ...sampleRole, name: 'Small' })
    await ada.call('POST', '/ai-roles', filled)
    await server.database.db
      .updateTable('roles')
      .set({ bytes: 4 * 1024 * 1024 - 20_000 })
      .where('owner_id', '=', owner_id)
      .where('name', '=', 'Mara')
      .execute()
    const refused = {
      status: 422,
      body: { detail: 'Your AI characters hold 4 MB already. Shorten one, or delete one, to make room' },
    }
    expect(await ada.call('POST', '/ai-roles', filled)).toEqual(refused)
    expect(await ada.call('PUT', '/ai-roles/1', filled)).toEqual(refused)
    expect(await ada.call('GET', '/ai-roles')).toMatchObject({ body: [{ name: 'Small' }, { name: 'Mara' }] })
    await ada.call('DELETE', '/ai-roles/2')
    expect((await ada.call('PUT', '/ai-roles/1', filled)).status).toBe(200)
  })

  it('is so many media agents, counted anew once the room that was found is used', async () => {
    const makeRoom = createAccountRoom(server.database.db, 2)
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara'))
    await makeRoom(1)
    await ada.call('POST', '/twitter/accounts', sampleAccount('jonas'))
    await expect(makeRoom(1)).rejects.toThrow('You have 2 media agents already. Delete some to make room')
    await ada.call('DELETE', '/twitter/accounts/1')
    await makeRoom(1)
    await makeRoom(2)
  })

  it('is 500 characters and 1,000 groups', async () => {
    const { db } = server.database
    const dated = { owner_id: 1, created_at: 'c', updated_at: 'c' }
    const lists = { personality_traits: '[]', instruction_set: '[]' }
    const objects = { knowledge_base: '{}', example_conversations: '{}', learns_from_edits: 1 } as const
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => index)
    await db
      .insertInto('roles')
      .values(numbered(500).map((index) => ({ ...sampleRole, ...lists, ...objects, ...dated, name: `role ${index}` })))
      .execute()
    await db
      .insertInto('groups')
      .values(numbered(1000).map((index) => ({ ...dated, name: `group ${index}`, description: 'd' })))
      .execute()
    expect(await ada.call('POST', '/ai-roles', sampleRole)).toEqual({
      status: 422,
      body: { detail: 'You have 500 AI characters already. Delete one to make room' },
    })
    expect(await ada.call('POST', '/groups', { name: 'one more', description: 'd' })).toEqual({
      status: 422,
      body: { detail: 'You have 1000 groups already. Delete one to make room' },
    })
  })

  it('is listed anew after each change, and once for as long as nothing changes', async () => {
    await ada.call('POST', '/ai-roles', sampleRole)
    const list = async (known?: string) => {
      const headers = { authorization: `Bearer ${ada.token}`, ...(known ? { 'if-none-match': known } : {}) }
      const { statusCode, headers: answered, body } = await server.app.inject({ url: '/api/v1/ai-roles', headers })
      return { statusCode, etag: String(answered.etag), body }
    }
    const first = await list()
    expect(await list(first.etag)).toEqual({ statusCode: 304, etag: first.etag, body: '' })
    for (const change of [
      () => ada.call('POST', '/ai-roles', { ...sampleRole, name: 'Jonas' }),
      () => ada.call('PUT', '/ai-roles/2', { ...sampleRole, name: 'Jo' }),
      () => ada.call('DELETE', '/ai-roles/2'),
    ]) {
      const before = await list()
      await change()
      const after = await list(before.etag)
      expect(after.statusCode).toBe(200)
      expect(JSON.parse(after.body)).not.toEqual(JSON.parse(before.body))
    }
  })
})

describe('bodies', () => {
  let server: TestServer

  beforeEach(async () => {
    server = await startTestServer(sqlite.create)
  })
  afterEach(() => server.close())

  it.each(['login', 'register'])('of %s are read up to 8 KB', async (name) => {
    const body = { email: 'ada@example.com', password: kilobytes(8), username: 'Ada' }
    expect(await server.call('POST', `/auth/${name}`, body)).toEqual({
      status: 413,
      body: { detail: 'The request is larger than 8 KB' },
    })
  })

  it('are read up to 128 KB, of a character or a batch up to 1 MiB', async () => {
    const ada = await server.operator('ada@example.com')
    expect(await ada.call('POST', '/groups', { name: 'crew', description: kilobytes(128) })).toEqual({
      status: 413,
      body: { detail: 'The request is larger than 128 KB' },
    })
    const role = { ...sampleRole, knowledge_base: { text: kilobytes(1000) } }
    expect(await ada.call('POST', '/ai-roles', role)).toEqual({
      status: 422,
      body: { detail: 'knowledge_base: At most 64 KB' },
    })
    expect(await ada.call('POST', '/ai-roles', { ...role, knowledge_base: { text: kilobytes(1024) } })).toEqual({
      status: 413,
      body: { detail: 'The request is larger than 1 MiB' },
    })
    const batch = (kb: number) => ({
      reply_ids: ['r1'],
      group_name: 'crew',
      expected: Array.from({ length: kb / 8 }, () => ({ content: kilobytes(8) })),
    })
    const send = (kb: number) => ada.call('POST', '/twitter/tweet/batch-post-replies', batch(kb))
    expect([(await send(1000)).status, (await send(1024)).status]).toEqual([201, 413])
  })

  it('of a caller beyond the limit are not read: one that is no JSON at all is answered 429, too', async () => {
    const attempt = async () => {
      const headers = { 'content-type': 'application/json' }
      return server.app.inject({ method: 'POST', url: '/api/v1/auth/login', headers, payload: '{' })
    }
    const statuses: number[] = []
    for (let count = 0; count < 3001; count += 1) statuses.push((await attempt()).statusCode)
    expect([statuses[0], statuses[2999], statuses[3000]]).toEqual([400, 400, 429])
  })

  it('are judged up to their first unknown field, whose name is cut short', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${'u'.repeat(150)}${index}`, 1]))
    expect(await server.call('POST', '/auth/login', { email: 7, ...unknown })).toEqual({
      status: 413,
      body: { detail: 'The request is larger than 8 KB' },
    })
    const ada = await server.operator('ada@example.com')
    expect(await ada.call('POST', '/groups', { name: 7, ...unknown })).toEqual({
      status: 422,
      body: { detail: `Unrecognized key: "${'u'.repeat(100)}"` },
    })
  })
})

describe('calls that are dear', () => {
  it('are refused beyond so many a minute, for this operator alone', async () => {
    const server = await startTestServer(sqlite.create, { callsPerMinute: { listModels: 2 } })
    const ada = await server.operator('ada@example.com')
    const bob = await server.operator('bob@example.com')
    const ask = async ({ token }: Operator) => {
      const { statusCode, headers, body } = await server.app.inject({
        url: '/api/v1/openai/models',
        headers: { authorization: `Bearer ${token}` },
      })
      return { statusCode, retryAfter: headers['retry-after'], detail: JSON.parse(body).detail }
    }
    expect([(await ask(ada)).statusCode, (await ask(ada)).statusCode]).toEqual([200, 200])
    expect(await ask(ada)).toEqual({
      statusCode: 429,
      retryAfter: '60',
      detail: 'You asked for this too often. Try again in 60 seconds',
    })
    expect((await ask(bob)).statusCode).toBe(200)
    await server.close()
  })

  it('of one operator wait for one another, and nobody else waits for them', async () => {
    const take = createCallTurns({ atOnce: 2, waiting: 4 })
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
    'that wait begin $name in a turn of the event loop, each operator in turn',
    async ({ isOver, milliseconds, seen }) => {
      let now = 0
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
      const take = createCallTurns({ atOnce: 8, waiting: 8 })
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

  it('of one operator that read begin in turn with those that write', async () => {
    const take = createCallTurns({ atOnce: 1, waiting: 8 })
    const begun: string[] = []
    const call = (name: string) =>
      take(1, name.startsWith('read') ? 'read' : 'write').then((end) => {
        begun.push(name)
        end()
      })
    await Promise.all(['write 1', 'write 2', 'write 3', 'read 1', 'write 4', 'read 2'].map(call))
    expect(begun).toEqual(['write 1', 'read 1', 'write 2', 'read 2', 'write 3', 'write 4'])
  })

  it('that share an answer begin together as one, sixteen at most', async () => {
    const take = createCallTurns({ atOnce: 2, waiting: 40 })
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

  it('begin one at a time for each operator while the event loop has hardly a pause', async () => {
    let isBusy = true
    const take = createCallTurns({ atOnce: 3, waiting: 8 }, () => isBusy)
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

  it('begin once the event loop has a pause again, though none that is under way has ended', async () => {
    let isBusy = true
    const take = createCallTurns({ atOnce: 2, waiting: 8 }, () => isBusy)
    await take(1, 'read')
    const second = take(1, 'read')
    for (let turn = 0; turn < 8; turn += 1) await nextTurn()
    isBusy = false
    await second
  })

  it('end their turn where their body is refused, and where their caller leaves before it came', async () => {
    const { server, ada, url, sockets } = await withEveryTurnTaken()
    const waits = fetch(`${url}/api/v1/groups`, { headers: { authorization: `Bearer ${ada.token}` } })
    const bob = await server.operator('bob@example.com')
    expect((await bob.call('GET', '/groups')).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    expect((await waits).status).toBe(200)
    await server.close()
  })

  it('that read do not wait for all that write and came before them', async () => {
    const { server, ada, url, sockets, arrived, answered } = await withEveryTurnTaken()
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
    const create = (name: string) =>
      fetch(`${url}/api/v1/groups`, { method: 'POST', headers, body: JSON.stringify({ name, description: 'x' }) })
    const writes = ['first', 'second', 'third'].map(create)
    await eventually(() => expect(arrived).toHaveLength(9))
    const read = fetch(`${url}/api/v1/groups`, { headers })
    await eventually(() => expect(arrived).toHaveLength(10))
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
    const { server, ada, url, sockets, arrived, answered } = await withEveryTurnTaken()
    const { db } = server.database
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const reads: Promise<Response>[] = []
    for (const path of ['/tasks', '/groups', '/tasks?limit=5', '/tasks']) {
      if (change) await audit(db, id, 'account.created', path)
      reads.push(fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${ada.token}` } }))
      await eventually(() => expect(arrived).toHaveLength(sockets.length + reads.length))
    }
    sockets[0]?.destroy()
    await Promise.all(reads)
    expect(answered).toEqual(order.map((path) => `GET ${path}`))
    for (const socket of sockets) socket.destroy()
    await server.close()
  })
})

/**
 * Six calls of Ada's have their turn and send no body: her others wait. With what arrived and what was answered, in order.
 */
const withEveryTurnTaken = async () => {
  const server = await startTestServer(sqlite.create)
  const ada = await server.operator('ada@example.com')
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
  return { server, ada, url: `http://127.0.0.1:${port}`, sockets, arrived, answered }
}
