import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRefusedNotes } from '../../../server/db/trail/auditRefused'
import { checkTrail } from '../../../server/db/trail/auditTrail'
import { openTrail } from '../../../server/db/trail/trailKey'
import { restInLog } from '../../../server/db/words'
import { setDisabled } from '../../../server/features/security/operators.store'
import { createVault } from '../../../server/security/vault'
import { databasesHere, sqlite } from '../../support/databases'
import { caller, type Operator, password, startTestServer, type TestServer, testKey } from '../../support/server'

interface Line {
  action: string
  subject: string | null
  detail: string | null
  operator: string | null
}

describe.each(databasesHere())('refused attempts on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let bob: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
    bob = await server.operator('bob@example.com')
  })
  afterEach(() => server.close())

  const refused = async () => {
    const { body } = await ada.call('GET', '/audit/access?search=refused')
    return (body as unknown as Line[])
      .map(({ operator, action, subject, detail }) => [operator, action, subject, detail])
      .reverse()
  }

  it('are in the audit trail, with caller and address', async () => {
    const from = '127.0.0.1'
    await bob.call('GET', '/audit/access')
    await caller(server.app, 'A'.repeat(43))('DELETE', '/groups/1')
    const made = await bob.call('POST', '/auth/api-tokens', { name: 'nightly', scope: 'read', days: 7 })
    const { token } = made.body as { token: string }
    await caller(server.app, token)('POST', '/groups', { name: 'crew', description: 'd' })
    await bob.call('PUT', '/auth/password', { current_password: 'a guess', new_password: 'another horse battery' })
    await bob.call('POST', '/auth/second-factor', { current_password: 'a guess' })
    await server.call('POST', '/auth/reset', { token: 'A'.repeat(43), password: 'another horse battery' })
    const wanted = { email: 'eve@example.com', username: 'eve', password: 'another horse battery' }
    await server.call('POST', '/auth/register', { ...wanted, invitation: 'A'.repeat(43) })
    await server.database.db.transaction().execute((trx) => setDisabled(trx, 2, true))
    await server.call('POST', '/auth/login', { email: 'bob@example.com', password })
    expect(await refused()).toEqual([
      ['bob@example.com', 'access.refused', from, 'listAccess: Only an administrator may do this'],
      [null, 'access.refused', from, 'deleteGroup: Sign in to continue'],
      ['bob@example.com', 'access.refused', from, 'createGroup: Only a signed-in person may do this, not an API token'],
      ['bob@example.com', 'password.refused', from, 'the current password'],
      ['bob@example.com', 'password.refused', from, 'the current password'],
      [null, 'password.refused', from, 'an invalid link'],
      [null, 'operator.refused', from, 'an invalid invitation'],
      ['bob@example.com', 'signIn.refused', from, 'disabled'],
    ])
    expect((await checkTrail(server.database.db)).broken).toEqual([])
  })

  it('of one caller add at most ten lines an hour, the last of which points to the log', async () => {
    for (let count = 0; count < 25; count += 1) {
      expect((await bob.call('GET', '/operators')).status).toBe(403)
      expect((await server.call('GET', `/groups/${count}`)).status).toBe(401)
    }
    const lines = await refused()
    const of = (who: string | null) => lines.filter(([operator]) => operator === who).map((line) => line[3])
    expect([of('bob@example.com').length, of(null).length]).toEqual([10, 10])
    expect(of('bob@example.com').slice(8)).toEqual([
      'listOperators: Only an administrator may do this',
      `listOperators: Only an administrator may do this; ${restInLog}`,
    ])
  })
})

describe('lines about refused attempts', () => {
  it('are limited for a chain with any callers, and start again after an hour', async () => {
    const database = await sqlite.create()
    await openTrail(database.db, createVault([testKey]))
    let now = 1
    const note = createRefusedNotes(database.db, { perCaller: 2, perChain: 3 }, { now: () => now })
    const attempt = (caller: string) =>
      note({ ownerId: null, caller, action: 'access.refused', subject: caller, detail: 'x' })
    for (const from of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3']) await attempt(from)
    const subjects = async () =>
      (await database.db.selectFrom('audit').select(['subject', 'detail']).orderBy('id').execute()).map(
        ({ subject, detail }) => [subject, detail],
      )
    expect(await subjects()).toEqual([
      ['192.0.2.1', 'x'],
      ['192.0.2.1', `x; ${restInLog}`],
      ['192.0.2.2', `x; ${restInLog}`],
    ])
    now += 60 * 60_000 + 1
    await attempt('192.0.2.3')
    expect((await subjects()).at(-1)).toEqual(['192.0.2.3', 'x'])
    await database.remove()
  })
})
