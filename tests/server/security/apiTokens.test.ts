import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../../../server/security/tokens'
import { contract } from '../../../src/schemas/contract'
import type { NewApiToken } from '../../../src/schemas/security/apiTokens'
import { type Operation, readOperations, send } from '../../security/api'
import { contentOf, startWorld, type World } from '../../security/world'
import { codeAt } from '../../support/codes'
import { databasesHere } from '../../support/databases'
import { caller, enrol, type Operator, password, startTestServer, type TestServer } from '../../support/server'
import { eventually } from '../../support/waiting'

const signedOut = { status: 401, body: { detail: 'Sign in to continue' } }
const personOnly = {
  status: 403,
  body: { detail: 'Only a signed-in person may do this, not an API token' },
}
const draftOnly = {
  status: 403,
  body: { detail: 'This needs an API token with the scope draft; yours has the scope read' },
}

/** Written by hand, apart from the server's own table: the calls that a script may make. */
const readable =
  `getMe getAllowances listAccounts getAccount getSpending getTaskSpending getModelSpending listGroups getGroup
  listRoles getRole listModels listProviders listSavedReplies getEligibility getReply getPrompt listTasks listOpenTasks
  listManualReplies getTask getItemHistory getInbox listDoNotReply`.split(/\s+/)
const draftable = ['fetchContent', 'generateReplies']
const open = [
  'login',
  'answerLogin',
  'register',
  'startPasskeySignIn',
  'answerPasskeySignIn',
  'resetPassword',
  'getMeta',
]

const make = async (operator: Operator, body: object = {}): Promise<NewApiToken> => {
  const wanted = { name: 'Night script', scope: 'read', days: 30, ...body }
  const answer = await operator.call('POST', '/auth/api-tokens', wanted)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as unknown as NewApiToken
}

describe.each(databasesHere())('API tokens on every call, on $name', (kind) => {
  let world: World
  let ada: Operator
  let operations: Operation[]

  beforeAll(async () => {
    world = await startWorld(kind)
    ada = await enrol(world, 'ada@example.com')
    operations = await readOperations(world.app)
  })
  afterAll(() => world.dispose())

  const ask = async (operation: Operation, token: string) => {
    const params = Object.fromEntries(operation.parameters.map(({ name }) => [name, '999999']))
    const headers = { authorization: `Bearer ${token}` }
    const body = operation.body ? { body: {} } : {}
    const answer = await send(world.app, operation, { params, query: '', headers, ...body })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  const isAdmitted = (status: number) => ![401, 403].includes(status) && status < 500

  it('reach exactly the calls of the hand-written list, and are refused elsewhere with the required right', async () => {
    const names = operations.map(({ id }) => id)
    expect(names).toEqual(expect.arrayContaining([...readable, ...draftable]))
    expect(operations.filter(({ secured }) => !secured).map(({ id }) => id)).toEqual(open)
    const read = await make(ada)
    const draft = await make(ada, { name: 'Drafting agent', scope: 'draft' })
    const wrong: string[] = []
    for (const operation of operations.filter(({ secured }) => secured)) {
      const { id } = operation
      const byRead = await ask(operation, read.token)
      const byDraft = await ask(operation, draft.token)
      const refused = (answer: object, refusal: object) => JSON.stringify(answer) === JSON.stringify(refusal)
      const isRight = readable.includes(id)
        ? isAdmitted(byRead.status) && isAdmitted(byDraft.status)
        : draftable.includes(id)
          ? refused(byRead, draftOnly) && isAdmitted(byDraft.status)
          : refused(byRead, personOnly) && refused(byDraft, personOnly)
      if (!isRight) wrong.push(`${id}: ${JSON.stringify({ byRead, byDraft })}`)
    }
    expect(wrong).toEqual([])
  })

  it('reach nothing after they expired or were revoked, and are refused like any bad token', async () => {
    const expired = await make(ada, { name: 'Last year', scope: 'draft' })
    const ended = await make(ada, { name: 'Put out', scope: 'draft' })
    const { db } = world.deps
    await db
      .updateTable('api_tokens')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', expired.id)
      .execute()
    expect((await ada.call('DELETE', `/auth/api-tokens/${ended.id}`)).status).toBe(204)
    const before = await contentOf(db)
    const answers = new Set<string>()
    for (const operation of operations.filter(({ secured }) => secured)) {
      for (const { token } of [expired, ended, { token: 'acb_made-up' }]) {
        answers.add(JSON.stringify(await ask(operation, token)))
      }
    }
    expect([...answers]).toEqual([JSON.stringify(signedOut)])
    expect(await contentOf(db)).toEqual(before)
  })

  it('are named in the OpenAPI document with the scope of each call', async () => {
    const document = (await world.app.inject('/api/v1/openapi.json')).json()
    const waysOf: Record<string, string> = {}
    for (const methods of Object.values<Record<string, { operationId: string; security: object[] }>>(document.paths)) {
      for (const { operationId, security } of Object.values(methods)) {
        waysOf[operationId] = security.flatMap((way) => Object.keys(way)).join()
      }
    }
    const namesWith = (ways: string) =>
      Object.keys(waysOf)
        .filter((name) => waysOf[name] === ways)
        .sort()
    expect(namesWith('session,readToken,draftToken')).toEqual([...readable].sort())
    expect(namesWith('session,draftToken')).toEqual([...draftable].sort())
    const admitting = new Set([...readable, ...draftable, ...open])
    expect(namesWith('session')).toEqual(
      Object.keys(contract)
        .filter((name) => !admitting.has(name))
        .sort(),
    )
    expect(namesWith('')).toEqual([...open].sort())
  })
})

describe.each(databasesHere())('API tokens on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
  })
  afterEach(() => server.close())

  const using = ({ token }: NewApiToken) => caller(server.app, token)
  const trail = () =>
    server.database.db.selectFrom('audit').select(['action', 'subject', 'detail']).orderBy('id').execute()

  it('are shown once, and stored only as their hash', async () => {
    const made = await make(ada, { name: 'Night script', scope: 'draft', days: 90 })
    expect(made.token).toMatch(/^acb_[\w-]{43}$/)
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(90 * 24 * 3_600_000)
    const { token, ...told } = made
    expect((await ada.call('GET', '/auth/api-tokens')).body).toEqual([told])
    const stored = JSON.stringify(await contentOf(server.database.db))
    expect(stored).not.toContain(token)
    expect(stored).toContain(hashToken(token))
  })

  it('require 1 to 365 days, a name on one line and a known scope, and an operator has at most 20', async () => {
    const body = { name: 'Night script', scope: 'read', days: 30 }
    const wrong = [{ days: 0 }, { days: 366 }, { days: 1.5 }, { name: ' ' }, { name: 'a\nb' }, { scope: 'send' }]
    for (const each of wrong) {
      expect((await ada.call('POST', '/auth/api-tokens', { ...body, ...each })).status, JSON.stringify(each)).toBe(422)
    }
    for (let made = 0; made < 20; made += 1) {
      await make(ada, { name: `Script ${made}` })
      if (made > 0) continue
      expect(await ada.call('POST', '/auth/api-tokens', { ...body, name: 'Script 0' })).toEqual({
        status: 422,
        body: { detail: 'An API token with this name exists. Choose another name, or revoke that token first' },
      })
    }
    expect(await ada.call('POST', '/auth/api-tokens', body)).toEqual({
      status: 422,
      body: { detail: 'You already have 20 API tokens. Revoke one to add another' },
    })
    const { db } = server.database
    await db
      .updateTable('api_tokens')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('name', '=', 'Script 3')
      .execute()
    await make(ada)
    expect(await db.selectFrom('api_tokens').select('id').where('name', '=', 'Script 3').execute()).toEqual([])
  })

  it("show when and where they were used, and read only their owner's data", async () => {
    const eve = await server.operator('eve@example.com')
    await eve.call('POST', '/groups', { name: 'hers', description: 'of Eve' })
    await ada.call('POST', '/groups', { name: 'launch', description: 'of Ada' })
    const made = await make(ada)
    expect((await using(made)('GET', '/groups')).body).toMatchObject([{ name: 'launch' }])
    await eventually(async () =>
      expect((await ada.call('GET', '/auth/api-tokens')).body).toMatchObject([
        { last_used_at: expect.any(String), last_address: '127.0.0.1' },
      ]),
    )
    expect((await eve.call('DELETE', `/auth/api-tokens/${made.id}`)).status).toBe(404)
    expect((await eve.call('GET', '/auth/api-tokens')).body).toEqual([])
  })

  it('do not act as an administrator', async () => {
    expect((await ada.call('GET', '/operators')).status).toBe(200)
    expect(await using(await make(ada, { scope: 'draft' }))('GET', '/operators')).toEqual(personOnly)
  })

  it('leave lines in the audit trail: created, revoked, and requested drafts', async () => {
    const made = await make(ada, { name: 'Drafting agent', scope: 'draft', days: 7 })
    await using(made)('POST', '/twitter/tweet/content', { tweet_url: '1' })
    await using(made)('GET', '/groups')
    await ada.call('DELETE', `/auth/api-tokens/${made.id}`)
    expect((await trail()).slice(-4)).toEqual([
      { action: 'apiToken.created', subject: 'Drafting agent', detail: `draft, until ${made.expires_at}` },
      { action: 'draft.asked', subject: 'API token Drafting agent', detail: 'fetchContent' },
      { action: 'post.read', subject: '1', detail: 'by @maker' },
      { action: 'apiToken.ended', subject: 'Drafting agent', detail: null },
    ])
  })

  it('end with all sessions, a changed or reset password, and a disabled operator', async () => {
    const admin = ada
    const bob = await server.operator('bob@example.com')
    const id = (await bob.call('GET', '/auth/me')).body as { id: number }
    const tokenOf = async (operator: Operator) => using(await make(operator))
    const first = await tokenOf(bob)
    expect((await first('GET', '/groups')).status).toBe(200)
    const passwords = { current_password: password, new_password: 'better horse battery' }
    expect((await bob.call('PUT', '/auth/password', passwords)).status).toBe(204)
    expect(await first('GET', '/groups')).toEqual(signedOut)

    const second = await tokenOf(bob)
    const offered = (await admin.call('POST', `/operators/${id.id}/reset`)).body as { token: string }
    expect((await second('GET', '/groups')).status).toBe(200)
    expect((await server.call('POST', '/auth/reset', { token: offered.token, password })).status).toBe(204)
    expect(await second('GET', '/groups')).toEqual(signedOut)

    const again = await server.operator('bob@example.com')
    const third = await tokenOf(again)
    expect((await admin.call('PUT', `/operators/${id.id}`, { disabled: true })).status).toBe(200)
    expect(await third('GET', '/groups')).toEqual(signedOut)

    const fourth = await tokenOf(admin)
    const other = await server.operator('ada@example.com')
    expect((await other.call('POST', '/auth/logout')).status).toBe(204)
    expect((await fourth('GET', '/groups')).status).toBe(200)
    expect((await admin.call('DELETE', '/auth/sessions')).status).toBe(204)
    expect(await fourth('GET', '/groups')).toEqual(signedOut)
  })

  it('are created in a confirmed session if there is a second factor, and end when it is switched off', async () => {
    const before = using(await make(ada))
    const started = (await ada.call('POST', '/auth/second-factor', { current_password: password })).body
    const { secret } = started as { secret: string }
    expect((await ada.call('PUT', '/auth/second-factor', { code: codeAt(secret, 0) })).status).toBe(200)
    expect(await before('GET', '/groups')).toEqual(signedOut)
    await make(ada)
    await server.database.db.updateTable('sessions').set({ confirmed_at: null }).execute()
    const body = { name: 'Night script', scope: 'read', days: 30 }
    expect(await ada.call('POST', '/auth/api-tokens', body)).toEqual({
      status: 403,
      body: { detail: 'Confirm your identity in Settings, Security, then try again' },
    })
  })
})
