import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outwardQueueSizes } from '../../../server/http/callLimits'
import { whileOpen } from '../../../server/http/outbound'
import { repliesPerCall } from '../../../src/schemas/composer/replies'
import { sqlite } from '../../support/databases'
import { modelsAt, serveModels } from '../../support/modelServer'
import { type Operator, startTestServer, type TestServer } from '../../support/server'
import { sampleRole } from '../../support/serverFakes'
import { eventually } from '../../support/waiting'

const startSilentProvider = async () => {
  const calls: { request: IncomingMessage; isOpen: boolean }[] = []
  const provider = await serveModels((request, response) => {
    const call = { request, isOpen: true }
    calls.push(call)
    response.on('close', () => {
      call.isOpen = false
    })
    request.resume()
  })
  return { ...provider, calls }
}

describe('a caller who leaves while the model writes', () => {
  let provider: Awaited<ReturnType<typeof startSilentProvider>>
  let server: TestServer
  let ada: Operator
  let address: string
  beforeEach(async () => {
    provider = await startSilentProvider()
    const models = modelsAt({ baseUrl: provider.baseUrl, apiKey: 'sk-of-the-test', timeoutMs: 60_000 })
    server = await startTestServer(sqlite.create, { models })
    ada = await server.operator('ada@example.com')
    await ada.call('POST', '/ai-roles', sampleRole)
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '1234567890' })
    address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    provider.close()
    await server.close()
  })

  const ask = () => {
    const caller = new AbortController()
    const answer = fetch(`${address}/api/v1/twitter/tweet/generate-reply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
      body: JSON.stringify({ tweet_id: '1234567890', role_id: 1, count: repliesPerCall }),
      signal: caller.signal,
    }).catch((error: unknown) => error)
    return { leave: () => caller.abort(), answer }
  }

  it('ends the provider’s call on the wire long before its deadline', async () => {
    const { leave, answer } = ask()
    await eventually(() => expect(provider.calls.map(({ isOpen }) => isOpen)).toEqual([true]))
    leave()
    await eventually(() => expect(provider.calls.map(({ isOpen }) => isOpen)).toEqual([false]))
    expect(await answer).toMatchObject({ name: 'AbortError' })
  })

  it('makes no request to the provider and no entry in the ledger if the caller left before its turn', async () => {
    const connections = promisify(server.app.server.getConnections).bind(server.app.server)
    const underWay = Array.from({ length: outwardQueueSizes.atOnce }, ask)
    await eventually(() => expect(provider.calls).toHaveLength(outwardQueueSizes.atOnce))
    const arrived = once(server.app.server, 'request')
    const waiting = ask()
    await arrived
    waiting.leave()
    await eventually(async () => expect(await connections()).toBe(outwardQueueSizes.atOnce))
    const last = ask()
    for (const { leave } of underWay) leave()
    await eventually(() => expect(provider.calls).toHaveLength(outwardQueueSizes.atOnce + 1))
    const booked = await server.database.db.selectFrom('model_calls').select('id').execute()
    expect(booked).toHaveLength(provider.calls.length)
    last.leave()
    await Promise.all([...underWay, waiting, last].map(({ answer }) => answer))
  })

  it('costs nothing if the caller left before its turn', async () => {
    const socket = new Socket()
    socket.destroy()
    const asked = whileOpen({ raw: { socket } }, async (signal) => signal.throwIfAborted())
    await expect(asked).rejects.toMatchObject({ statusCode: 499 })
  })
})
