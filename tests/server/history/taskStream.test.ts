import { EventEmitter, once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { LatestEvent } from '../../../server/http/latestEvent'
import { databasesHere, sqlite } from '../../support/databases'
import { type Operator, startTestServer, type TestServer } from '../../support/server'
import { until } from '../../support/waiting'

const at = '2026-03-01T08:00:00.000Z'
const quick = { lookMs: 10, beatMs: 20 }

/** The next event of a stream, without comments; undefined once it has ended. */
const follow = async (url: string, token: string) => {
  const response = await fetch(`${url}/api/v1/tasks/stream`, { headers: { authorization: `Bearer ${token}` } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let comments = 0
  const next = async (): Promise<string | undefined> => {
    const piece = await reader?.read()
    if (!piece || piece.done) return undefined
    const events = piece.value.replaceAll(':\n\n', '')
    if (events !== piece.value) comments += 1
    return events === '' ? next() : events
  }
  return {
    status: response.status,
    headers: response.headers,
    next,
    comments: () => comments,
    leave: () => reader?.cancel(),
  }
}

describe.each(databasesHere())('the stream of tasks on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let url: string

  beforeEach(async () => {
    server = await startTestServer(create, { taskStreamTimes: quick })
    ada = await server.operator('ada@example.com')
    url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => server.close())

  const change = async (id: string, email = 'ada@example.com') => {
    const other = await openDatabase(server.database.location)
    const owner = await other.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await other.db
      .insertInto('tasks')
      .values({
        ...{ id, owner_id: owner.id, kind: 'solo', request_hash: id, created_at: at, updated_at: at },
        ...{ error: null, tweet_id: null, characters: null, group_name: null },
      })
      .execute()
    await other.close()
  }

  it("sends the revision at once and after each change by any process, and no other operator's revision", async () => {
    await server.operator('grace@example.com')
    const stream = await follow(url, ada.token)
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('x-accel-buffering')]).toEqual([
      200,
      'text/event-stream',
      'no',
    ])
    const events = [await stream.next()]
    await change('00000000000b', 'grace@example.com')
    for (const id of ['00000000000c', '00000000000d']) {
      await change(id)
      events.push(await stream.next())
    }
    for (const event of events) expect(event).toMatch(/^event: tasks\nid: ([\w-]{16})\ndata: \1\n\n$/)
    expect(new Set(events).size).toBe(3)
    expect(await (await follow(url, ada.token)).next()).toBe(events[2])
  })

  it('ends with its session, whose token does not work afterwards', async () => {
    const [stream, other] = [
      await follow(url, ada.token),
      await follow(url, (await server.operator('ada@example.com')).token),
    ]
    await Promise.all([stream.next(), other.next()])
    await ada.call('POST', '/auth/logout')
    await change('00000000000e')
    expect([await stream.next(), (await other.next())?.startsWith('event: tasks')]).toEqual([undefined, true])
    expect((await follow(url, ada.token)).status).toBe(401)
  })

  it('ends when its session has expired', async () => {
    const stream = await follow(url, ada.token)
    await stream.next()
    await server.database.db.updateTable('sessions').set({ expires_at: at }).execute()
    expect(await stream.next()).toBeUndefined()
  })
})

describe('the stream of tasks', () => {
  let server: TestServer
  let ada: Operator
  let url: string
  beforeEach(async () => {
    server = await startTestServer(sqlite.create, { taskStreamTimes: quick })
    ada = await server.operator('ada@example.com')
    url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => server.close())

  it('sends signs of life while nothing changes, and ends when the server stops', async () => {
    const stream = await follow(url, ada.token)
    await stream.next()
    const ended = stream.next()
    await until(() => stream.comments() > 1)
    await server.app.close()
    expect(await ended).toBeUndefined()
  })

  it('does not start after the server began to stop, even for a caller who was being admitted', async () => {
    const door = new EventEmitter()
    const state = async () => {
      door.emit('knock')
      await once(door, 'opening')
      return undefined
    }
    const stopping = await startTestServer(sqlite.create, { state })
    const { token } = await stopping.operator('ada@example.com')
    const asked = once(door, 'knock')
    const stream = follow(await stopping.app.listen({ port: 0, host: '127.0.0.1' }), token)
    await asked
    const closed = stopping.close()
    await until(() => !stopping.app.server.listening)
    door.emit('opening')
    expect((await stream).status).toBe(503)
    await closed
  })

  it('can be open twenty times for an operator, and again after one was closed', async () => {
    const open = await Promise.all(Array.from({ length: 20 }, () => follow(url, ada.token)))
    expect((await follow(url, ada.token)).status).toBe(429)
    expect((await follow(url, (await server.operator('grace@example.com')).token)).status).toBe(200)
    await open[0]?.leave()
    const status = async (): Promise<number> => {
      const again = await follow(url, ada.token)
      return again.status === 200 ? 200 : status()
    }
    expect(await status()).toBe(200)
  })

  it('is for signed-in people', async () => {
    const { body } = await ada.call('POST', '/auth/api-tokens', { name: 'script', scope: 'read', days: 1 })
    const { token } = body as { token: string }
    expect([(await follow(url, token)).status, (await follow(url, 'nobody')).status]).toEqual([403, 401])
  })
})

describe('events of which only the latest matters', () => {
  const take = (events: LatestEvent) => String(events.read())

  it('leave out events that a slow reader has not read yet', () => {
    const events = new LatestEvent()
    events.read(0)
    for (const id of ['1', '2', '3']) events.tell('tasks', id)
    expect(take(events)).toBe('event: tasks\nid: 1\ndata: 1\n\nevent: tasks\nid: 3\ndata: 3\n\n')
    expect(events.read()).toBeNull()
    events.tell('tasks', '4')
    expect(take(events)).toBe('event: tasks\nid: 4\ndata: 4\n\n')
  })

  it('count the heartbeats that nobody read', () => {
    const events = new LatestEvent()
    events.read(0)
    expect([events.beat(), events.beat(), events.beat()]).toEqual([0, 1, 2])
    expect(take(events)).toBe(':\n\n')
    expect([events.read(), events.beat()]).toEqual([null, 0])
  })
})
