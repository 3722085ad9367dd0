import { afterEach, describe, expect, it } from 'vitest'
import { insertMany } from '../../../server/db/insertMany'
import type { DoNotReply } from '../../../src/schemas/inbox/inbox'
import { databasesHere } from '../../support/databases'
import { startTestServer, type TestServer } from '../../support/server'

describe.each(databasesHere())('a full do-not-reply list on $name', ({ create }) => {
  let server: TestServer
  afterEach(() => server.close())

  it('keeps its entries, and accepts nobody else', async () => {
    server = await startTestServer(create)
    const ada = await server.operator('ada@example.com')
    const people = Array.from({ length: 10_000 }, (_, index) => ({
      owner_id: 1,
      username: `@Zoe${index}`,
      username_key: `zoe${index}`,
      x_user_id: null,
      reason: 'Asked to be left alone',
      since: '2026-03-01T08:00:00.000Z',
    }))
    await insertMany(server.database.db, 'do_not_reply', people)
    const put = (username: string) => ada.call('POST', '/do-not-reply', { username, reason: 'Another one' })
    expect(await put('@ZOE17')).toMatchObject({ body: { username: '@Zoe17', reason: 'Asked to be left alone' } })
    const list = (await ada.call('GET', '/do-not-reply')).body as DoNotReply
    expect([list.total, ...list.people.slice(0, 3).map(({ username }) => username)]).toEqual([
      10_000,
      '@Zoe9999',
      '@Zoe9998',
      '@Zoe9997',
    ])
    expect(await put('@ada')).toEqual({ status: 422, body: { detail: 'The list already holds 10000 people' } })
  })
})
