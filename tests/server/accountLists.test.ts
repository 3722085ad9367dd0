import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/database'
import { databases } from '../support/databases'
import { type Operator, startTestServer, type TestServer } from '../support/server'
import { sampleAccount } from '../support/serverFakes'

describe.each(databases)('the list of media agents on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
    await ada.call('POST', '/groups', { name: 'crew', description: 'x' })
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara', 'crew'))
  })
  afterEach(() => server.close())

  const list = (headers: Record<string, string> = {}, operator = ada) =>
    server.app.inject({
      url: '/api/v1/twitter/accounts?group=',
      headers: { authorization: `Bearer ${operator.token}`, ...headers },
    })
  const etag = async () => String((await list()).headers.etag)

  it('is not sent again while nothing has changed', async () => {
    const first = await list()
    const again = await list({ 'if-none-match': `"another", ${first.headers.etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
    expect(again.headers['cache-control']).toBe('no-store')
    expect((await list({ 'if-none-match': '"another"' })).json()).toEqual(first.json())
  })

  it.each<[string, () => Promise<unknown>]>([
    ['is added', () => ada.call('POST', '/twitter/accounts', sampleAccount('jonas'))],
    ['is renamed', () => ada.call('PUT', '/twitter/accounts/1', { username: '@maria' })],
    ['leaves its group', () => ada.call('PUT', '/twitter/accounts/1', { group: '' })],
    ['is removed', () => ada.call('DELETE', '/twitter/accounts/1')],
    ['has its group renamed', () => ada.call('PUT', '/groups/1', { name: 'night', description: 'x' })],
    ['has its group removed', () => ada.call('DELETE', '/groups/1')],
    [
      'is found inactive',
      () => server.database.db.updateTable('accounts').set({ is_active: 0 }).where('id', '=', 1).execute(),
    ],
  ])('is another one once a media agent %s', async (_, change) => {
    const before = await list()
    await change()
    const after = await list({ 'if-none-match': String(before.headers.etag) })
    expect(after.statusCode).toBe(200)
    expect(after.json()).not.toEqual(before.json())
    expect(await etag()).toBe(after.headers.etag)
  })

  it('is the same one after a post, which shows nowhere in it', async () => {
    const before = await etag()
    await server.database.db.updateTable('accounts').set({ last_used_at: '2026-01-01T00:00:00.000Z' }).execute()
    expect(await etag()).toBe(before)
  })

  it('follows what another process writes', async () => {
    await list()
    const other = await openDatabase(server.database.location)
    await other.db.updateTable('accounts').set({ username: '@elsewhere' }).execute()
    await other.close()
    expect((await list()).json()).toMatchObject([{ username: '@elsewhere' }])
  })

  it('is each operator’s own', async () => {
    const grace = await server.operator('grace@example.com')
    const adas = String((await list()).headers.etag)
    const graces = await list({ 'if-none-match': adas }, grace)
    expect([graces.statusCode, graces.json()]).toEqual([200, []])
  })

  it('is compressed for who takes it, with the same content', async () => {
    const plain = await list({ 'accept-encoding': 'identity' })
    const packed = await list({ 'accept-encoding': 'gzip, br' })
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['br', 'Accept-Encoding'])
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  })
})
