import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { databasesHere } from '../../support/databases'
import { type Operator, startTestServer, type TestServer } from '../../support/server'
import { sampleAccount } from '../../support/serverFakes'

describe.each(databasesHere())('the list of media agents on $name', ({ create }) => {
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
    const withoutWeakness = String(first.headers.etag).replace('W/', '')
    expect((await list({ 'if-none-match': withoutWeakness })).statusCode).toBe(304)
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
  ])('changes after a media agent %s', async (_, change) => {
    const before = await list()
    await change()
    const after = await list({ 'if-none-match': String(before.headers.etag) })
    expect(after.statusCode).toBe(200)
    expect(after.json()).not.toEqual(before.json())
    expect(await etag()).toBe(after.headers.etag)
  })

  it('does not change after a post, which it does not show', async () => {
    const before = await etag()
    await server.database.db.updateTable('accounts').set({ last_used_at: '2026-01-01T00:00:00.000Z' }).execute()
    expect(await etag()).toBe(before)
  })

  it('does not change after writes that change nothing visible', async () => {
    const before = await etag()
    const { db } = server.database
    await db.updateTable('accounts').set({ is_active: 1, inactive_reason: null, username: '@mara' }).execute()
    await db.updateTable('groups').set({ name: 'crew', description: 'another' }).execute()
    expect(await etag()).toBe(before)
  })

  it('is complete and in order even if it is longer than one read', async () => {
    const { db } = server.database
    const first = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...shared } = first
    const names = Array.from({ length: 1999 }, (_each, index) => `mara${index}`)
    for (let from = 0; from < names.length; from += 500) {
      await db
        .insertInto('accounts')
        .values(names.slice(from, from + 500).map((name) => ({ ...shared, username: name, username_key: name })))
        .execute()
    }
    const listed: { username: string }[] = (await list()).json()
    expect(listed.map(({ username }) => username)).toEqual(['@mara', ...names])
  })

  it('contains the writes of another process', async () => {
    await list()
    const other = await openDatabase(server.database.location)
    await other.db.updateTable('accounts').set({ username: '@elsewhere' }).execute()
    await other.close()
    expect((await list()).json()).toMatchObject([{ username: '@elsewhere' }])
  })

  it('contains only the operator&apos;s own accounts', async () => {
    const grace = await server.operator('grace@example.com')
    const adas = String((await list()).headers.etag)
    const graces = await list({ 'if-none-match': adas }, grace)
    expect([graces.statusCode, graces.json()]).toEqual([200, []])
  })

  it('is compressed if the client accepts that, with the same content', async () => {
    const plain = await list({ 'accept-encoding': 'identity' })
    const packed = await list({ 'accept-encoding': 'gzip, br' })
    const zipped = await list({ 'accept-encoding': 'gzip' })
    expect([plain, packed, zipped].map(({ headers }) => [headers['content-encoding'], headers.vary])).toEqual([
      [undefined, 'Accept-Encoding'],
      ['br', 'Accept-Encoding'],
      ['gzip', 'Accept-Encoding'],
    ])
    expect(plain.json()).toMatchObject([{ username: '@mara', group: 'crew' }])
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  })
})
