import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { audit, searchedAtOnce } from '../../../server/db/trail/audit'
import { checkTrail, everyLine } from '../../../server/db/trail/auditTrail'
import { digestOf } from '../../../server/db/trail/digest'
import { openTrail } from '../../../server/db/trail/trailKey'
import { createVault } from '../../../server/security/vault'
import { timestamp } from '../../../server/time/clock'
import { auditLinesOf, makeGroups } from '../../support/auditTrail'
import { databasesHere } from '../../support/databases'
import { caller, type Operator, password, startTestServer, type TestServer, testKey } from '../../support/server'
import { sampleAccount, sampleRole } from '../../support/serverFakes'

describe.each(databasesHere())('the lines of the audit trail on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let bob: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
    bob = await server.operator('bob@example.com')
  })
  afterEach(() => {
    vi.useRealTimers()
    return server.close()
  })

  const db = () => server.database.db

  it('contain address and session, even of an ended session', async () => {
    const login = { email: 'ada@example.com', password }
    const signIn = { method: 'POST', url: '/api/v1/auth/login', remoteAddress: '192.0.2.44', payload: login } as const
    const token = (await server.app.inject(signIn)).json().access_token
    await caller(server.app, token)('POST', '/groups', { name: 'crew', description: 'd' })
    await ada.call('DELETE', '/auth/sessions/3')
    const said = await db()
      .selectFrom('audit')
      .select(['action', 'address', 'session_id', 'detail'])
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(said).toEqual([
      { action: 'session.ended', address: '127.0.0.1', session_id: 1, detail: 'session 3' },
      { action: 'group.created', address: '127.0.0.1', session_id: 3, detail: null },
      { action: 'signIn.completed', address: '192.0.2.44', session_id: 3, detail: 'session 3' },
    ])
  })

  it('show sign-ins to an administrator, and to nobody else', async () => {
    await server.call('POST', '/auth/login', { email: 'eve@example.com', password: 'wrong password' })
    await bob.call('POST', '/groups', { name: 'crew', description: 'd' })
    expect(
      (await auditLinesOf(ada, '/audit/access?limit=2')).map(({ action, operator }) => [action, operator]),
    ).toEqual([
      ['signIn.refused', null],
      ['signIn.completed', 'bob@example.com'],
    ])
    expect(await bob.call('GET', '/audit/access')).toEqual({
      status: 403,
      body: { detail: 'Only an administrator may do this' },
    })
  })

  it('are read by pages and searched, with special characters as typed', async () => {
    for (const name of ['Über uns', '50% off', '50 cents', 'launch_crew', 'LAUNCHXCREW']) {
      await ada.call('POST', '/groups', { name, description: 'd' })
    }
    const subjects = async (query: string) => (await auditLinesOf(ada, `/audit?${query}`)).map(({ subject }) => subject)
    expect(await subjects('search=50%25')).toEqual(['50% off'])
    expect(await subjects('search=launch_CREW')).toEqual(['launch_crew'])
    expect(await subjects('search=launch')).toEqual(['LAUNCHXCREW', 'launch_crew'])
    expect(await subjects(`search=${encodeURIComponent('Über UNS')}`)).toEqual(['Über uns'])
    expect(await subjects('search=signIn.')).toEqual(['127.0.0.1'])
    const first = await auditLinesOf(ada, '/audit?limit=2')
    const second = await auditLinesOf(ada, `/audit?limit=2&before=${first.at(-1)?.id}`)
    expect([...first, ...second].map(({ subject }) => subject)).toEqual([
      'LAUNCHXCREW',
      'launch_crew',
      '50 cents',
      '50% off',
    ])
    expect(await ada.call('GET', '/audit?before=0')).toMatchObject({ status: 422 })
  })

  it('are searched 2,000 at a time, with the place where the search continues', async () => {
    await db()
      .transaction()
      .execute(async (trx) => {
        await audit(trx, 1, 'group.created', 'needle')
        for (let line = 0; line < searchedAtOnce; line += 1) await audit(trx, 1, 'group.created', `crew ${line}`)
      })
    const search = async (query: string) => {
      const headers = { authorization: `Bearer ${ada.token}` }
      const answer = await server.app.inject({ url: `/api/v1/audit?search=needle${query}`, headers })
      return { found: answer.json().length, next: answer.headers['x-next-before'] }
    }
    const [edge] = await db().selectFrom('audit').select('id').where('subject', '=', 'crew 0').execute()
    expect(await search('')).toEqual({ found: 0, next: String(edge?.id) })
    expect(await search(`&before=${edge?.id}`)).toEqual({ found: 1, next: undefined })
  })

  it('of one operator and day are limited, without blocking signing in or out', async () => {
    await openTrail(db(), createVault([testKey]), { most: 4 })
    await makeGroups(ada, 2)
    expect(await ada.call('POST', '/groups', { name: 'one more', description: 'd' })).toEqual({
      status: 429,
      body: { detail: "You have reached today's limit of 4 changes. It resets at 00:00 UTC." },
    })
    expect(await auditLinesOf(ada, '/audit?search=one%20more')).toEqual([])
    expect((await bob.call('POST', '/groups', { name: 'another', description: 'd' })).status).toBe(201)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 })
    const again = await server.operator('ada@example.com')
    await makeGroups(again, 1)
    expect((await again.call('POST', '/auth/logout')).status).toBe(204)
    expect((await checkTrail(db())).broken).toEqual([])
  })

  it('record drafts, their changes and checks of an account, never the words', async () => {
    await ada.call('POST', '/ai-roles', sampleRole)
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara'))
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '7' })
    const { body } = await ada.call('POST', '/twitter/tweet/generate-reply', { tweet_id: '7', role_id: 1, count: 2 })
    const [one, other] = (body as { replies: { reply_id: string }[] }).replies.map(({ reply_id }) => reply_id)
    await ada.call('PUT', `/twitter/replies/${one}`, { content: 'Words of my own' })
    await ada.call('POST', '/twitter/accounts/1/verify')
    expect(
      (await auditLinesOf(ada, '/audit?limit=3')).map(({ action, subject, detail }) => [action, subject, detail]),
    ).toEqual([
      ['account.verified', '@mara', 'ACTIVE'],
      ['reply.changed', one, `text ${digestOf(['Words of my own'])}`],
      ['replies.generated', 'Mara', `${one}, ${other} for post 7 by gpt-test`],
    ])
  })

  it('are exported completely, oldest first, or for one operator', async () => {
    await makeGroups(bob, 1)
    const all: [string | null, string, number | null][] = []
    for await (const { operator, action, position } of everyLine(db(), undefined))
      all.push([operator, action, position])
    expect(all).toEqual([
      ['ada@example.com', 'operator.registered', 1],
      ['ada@example.com', 'signIn.completed', 2],
      ['bob@example.com', 'operator.registered', 1],
      ['bob@example.com', 'signIn.completed', 2],
      ['bob@example.com', 'group.created', 3],
    ])
    const bobs: string[] = []
    for await (const { action } of everyLine(db(), 'bob@example.com')) bobs.push(action)
    expect(bobs).toEqual(['operator.registered', 'signIn.completed', 'group.created'])
  })

  it('contain no line of a change that was rolled back', async () => {
    const failing = db()
      .transaction()
      .execute(async (trx) => {
        await audit(trx, 1, 'group.created', 'never', timestamp())
        throw new Error('taken back')
      })
    await expect(failing).rejects.toThrow('taken back')
    await makeGroups(ada, 1)
    expect(await checkTrail(db())).toMatchObject({ lines: 5, broken: [] })
  })
})
