import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createActivity } from '../../../server/x/activity'
import { whenOver } from '../../sandbox/standIn'
import { portOf } from '../../support/xServers'

const megabyte = 1024 * 1024
const line = JSON.stringify({
  data: {
    filter: { user_id: '1111' },
    event_type: 'post.mention.create',
    payload: { id: '2080765813578191303', text: 'hey', author_id: '2222', created_at: '2026-07-24T21:23:23.000Z' },
  },
})
const chunk = Buffer.from(`${line}\n`.repeat(Math.ceil((64 * 1024) / line.length)))

/** X sends as fast as the client reads. */
const startFlood = async (most: number) => {
  let given = 0
  const pour = (response: ServerResponse) => {
    while (given < most) {
      given += chunk.length
      if (!response.write(chunk)) {
        response.once('drain', () => pour(response))
        return
      }
    }
  }
  const server = createServer((_, response) => pour(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenOver(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${portOf(server)}`, given: () => given }
}

it("X's activity stream waits at X while its events are stored: a flood is not held in memory", async () => {
  const flood = await startFlood(512 * megabyte)
  const ended = new AbortController()
  whenOver(() => ended.abort())
  const activity = createActivity({ baseUrl: flood.baseUrl, bearerToken: 'app', timeoutMs: 30_000, idleMs: 60_000 })
  const batches = (await activity.open(ended.signal))[Symbol.asyncIterator]()
  const first = await batches.next()
  expect(first.value?.events.length).toBeLessThanOrEqual(chunk.length / line.length + 1)
  for (let turns = 0; turns < 3000; turns += 1) await turn()
  // The kernel buffers some megabytes for both ends of a connection.
  expect(flood.given()).toBeLessThan(64 * megabyte)
  const second = await batches.next()
  expect(second.value).toMatchObject({
    unreadable: 0,
    events: expect.arrayContaining([expect.objectContaining({ userId: '1111' })]),
  })
})
