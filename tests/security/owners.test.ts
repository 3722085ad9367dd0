import { createHash, createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../server/db/schema'
import { hashToken } from '../../server/security/tokens'
import { databasesHere } from '../support/databases'
import type { Operator } from '../support/server'
import { enrol } from '../support/server'
import { eventually } from '../support/waiting'
import { type Operation, readOperations, type Schema, type Sent, send } from './api'
import { contentOf, type Estate, missingFor, recordsOf, settle, startWorld, type World } from './world'

/**
 * Fields that are named like references but are none: an app's id at X is a credential, and operators belong to an
 * administrator.
 */
const noReferences = new Set(['client_id', 'operatorId'])

const looksLikeReference = (name: string) => /(_ids?|Ids?)$|^group(_name)?$/.test(name)

const choicesOf = (body: Schema): Schema[] => body.anyOf ?? body.oneOf ?? [body]

const fieldsOf = ({ parameters, body }: Operation): string[] => [
  ...parameters.map(({ name }) => name),
  ...(body ? choicesOf(body) : []).flatMap(({ properties = {} }) => Object.keys(properties)),
]

const referencesOf = (operation: Operation, estate: Estate): string[] =>
  fieldsOf(operation).filter((name) => name in recordsOf(estate))

const samples: Record<string, unknown> = {
  username: '@somebody',
  name: 'A name',
  tweet_url: 'https://x.com/maker/status/1900000000000000001',
  count: 2,
  kind: 'reply',
  action: 'give_up',
  scope: 'read',
  days: 7,
  content: 'Something else to say',
  state: 'dismissed',
  on: true,
  grantPurpose: 'apiToken',
}

const bodyFor = (schema: Schema, estate: Estate): Record<string, unknown> => {
  const { properties = {}, required = [] } = choicesOf(schema)[0] ?? schema
  const records = recordsOf(estate)
  const names = Object.keys(properties).filter((name) => required.includes(name) || name in records)
  return Object.fromEntries(names.map((name) => [name, records[name] ?? samples[name] ?? 'something']))
}

/** A request that is valid for the owner of `estate`, except the replaced fields. */
const requestOf = (operation: Operation, estate: Estate, replaced: Record<string, unknown> = {}): Sent => {
  const wanted = (name: string) => replaced[name] ?? recordsOf(estate)[name]
  const inPath = (name: string) => wanted(name) ?? samples[name]
  const params: Record<string, string> = {}
  const query = new URLSearchParams()
  for (const { name, in: place } of operation.parameters) {
    if (place === 'path' && inPath(name) !== undefined) params[name] = encodeURIComponent(String(inPath(name)))
    if (wanted(name) === undefined || place === 'path') continue
    query.set(name, String(wanted(name)))
  }
  const inBody = Object.fromEntries(
    Object.entries(replaced).filter(([name]) => operation.body && hasField(operation.body, name)),
  )
  return {
    params,
    query: query.size > 0 ? `?${query}` : '',
    ...(operation.body ? { body: { ...bodyFor(operation.body, estate), ...inBody } } : {}),
  }
}

const hasField = (schema: Schema, name: string) => choicesOf(schema).some(({ properties = {} }) => name in properties)

describe.each(databasesHere())('owners on $name', (kind) => {
  let world: World
  let ada: Operator
  let eve: Operator
  let adas: Estate
  let eves: Estate
  let operations: Operation[]
  let secured: Operation[]

  beforeAll(async () => {
    world = await startWorld(kind)
    ada = await enrol(world, 'ada@example.com')
    eve = await enrol(world, 'eve@example.com')
    adas = await settle(world, ada, 'adasecret', '1900000000000000111')
    eves = await settle(world, eve, 'eves', '1900000000000000222')
    operations = await readOperations(world.app)
    secured = operations.filter((operation) => operation.secured)
  })
  afterAll(() => world.dispose())

  it("are required by every call except sign-in, sign-up and the server's own description", () => {
    const open = operations.filter((operation) => !operation.secured).map(({ id }) => id)
    expect(open).toEqual([
      'login',
      'answerLogin',
      'register',
      'startPasskeySignIn',
      'answerPasskeySignIn',
      'resetPassword',
      'getMeta',
    ])
  })

  it('are checked in every field that names a record', () => {
    const records = Object.keys(recordsOf(adas))
    const named = new Set(operations.flatMap(fieldsOf).filter((name) => looksLikeReference(name)))
    expect([...named].filter((name) => !noReferences.has(name)).sort()).toEqual(records.sort())
  })

  it("get the answer of a missing record for another owner's record, and change nothing", async () => {
    await allVerified()
    const before = await contentOf(world.deps.db)
    const differences: string[] = []
    let tried = 0
    for (const operation of secured) {
      for (const name of referencesOf(operation, adas)) {
        const adasOwn = recordsOf(adas)[name] ?? ''
        const ask = async (value: unknown) => {
          const headers = { authorization: `Bearer ${eve.token}` }
          const answer = await send(world.app, operation, { ...requestOf(operation, eves, { [name]: value }), headers })
          return { status: answer.statusCode, body: answer.body.replaceAll(String(value), '(value)') }
        }
        const foreign = await ask(adasOwn)
        const missing = await ask(missingFor(adasOwn))
        tried += 1
        const isList = operation.id === 'listAccounts'
        const isSame = foreign.status === missing.status && foreign.body === missing.body
        if (!isSame || foreign.status !== (isList ? 200 : 404) || /adasecret/.test(foreign.body)) {
          differences.push(`${operation.id} ${name}: ${JSON.stringify({ foreign, missing })}`)
        }
      }
    }
    expect(differences).toEqual([])
    expect(tried).toBeGreaterThanOrEqual(25)
    expect(await contentOf(world.deps.db)).toEqual(before)
  })

  it('get their own records by the same requests', async () => {
    const refused: string[] = []
    for (const operation of secured.filter((each) => referencesOf(each, adas).length > 0)) {
      const own = await enrol(world, `own-${operation.id}@example.com`)
      const estate = await settle(world, own, operation.id.toLowerCase(), '1900000000000000333')
      const replaced = operation.id === 'retryTask' ? { taskId: estate.failedTaskId } : {}
      const headers = { authorization: `Bearer ${own.token}` }
      const answer = await send(world.app, operation, { ...requestOf(operation, estate, replaced), headers })
      if (!operation.answers.has(String(answer.statusCode))) refused.push(`${operation.id}: ${answer.body}`)
    }
    expect(refused).toEqual([])
  })

  it("never see another owner's words in their answers", async () => {
    const leaks: string[] = []
    for (const operation of secured.filter(({ method }) => method === 'GET')) {
      const headers = { authorization: `Bearer ${eve.token}` }
      const { body } = await send(world.app, operation, { ...requestOf(operation, eves), headers })
      if (body.includes('adasecret') || body.includes(adas.taskId)) leaks.push(operation.id)
    }
    expect(leaks).toEqual([])
  })

  it("may name a group and an agent like another owner's", async () => {
    const sameName = { name: adas.groupName, description: 'of Eve' }
    const { status } = await eve.call('POST', '/groups', sameName)
    expect(status).toBe(201)
    const groups = (await ada.call('GET', '/groups')).body
    expect(groups).toEqual([{ id: adas.groupId, name: adas.groupName, description: 'adasecret describes' }])
  })

  it('require a valid token: none, expired, idle, revoked or forged ones are refused alike, without an effect', async () => {
    const tokens = await badTokens()
    await allVerified()
    const before = await contentOf(world.deps.db)
    const answers = new Set<string>()
    for (const operation of secured) {
      for (const [name, headers] of Object.entries(tokens)) {
        const request = requestOf(operation, adas)
        const asked = name === 'in the query' ? { ...request, query: `?access_token=${ada.token}` } : request
        const answer = await send(world.app, operation, { ...asked, headers })
        answers.add(`${answer.statusCode} ${answer.headers['www-authenticate']} ${answer.body}`)
      }
    }
    expect([...answers]).toEqual(['401 Bearer {"detail":"Sign in to continue"}'])
    expect(await contentOf(world.deps.db)).toEqual(before)
  })

  /** Background checks change rows too. */
  const allVerified = () => eventually(async () => expect(await unverified(world.deps.db)).toEqual([]))

  const badTokens = async (): Promise<Record<string, Record<string, string>>> => {
    const { db } = world.deps
    const past = '2020-01-01T00:00:00.000Z'
    const session = async (changes: { expires_at?: string; last_used_at?: string }) => {
      const { token } = await enrol(world, `${Object.keys(changes)[0]}@example.com`)
      await db.updateTable('sessions').set(changes).where('token_hash', '=', hashToken(token)).execute()
      return token
    }
    const revoked = await enrol(world, 'revoked@example.com')
    expect(await revoked.call('POST', '/auth/logout')).toEqual({ status: 204, body: null })
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    return {
      none: {},
      'in the query': {},
      empty: { authorization: '' },
      'scheme alone': { authorization: 'Bearer' },
      'no scheme': { authorization: ada.token },
      'basic scheme': { authorization: `Basic ${Buffer.from(`ada@example.com:${ada.token}`).toString('base64')}` },
      'in a cookie': { cookie: `access_token=${ada.token}; session=${ada.token}` },
      expired: bearer(await session({ expires_at: past })),
      idle: bearer(await session({ last_used_at: past })),
      revoked: bearer(revoked.token),
      'cut short': bearer(ada.token.slice(0, -1)),
      'made longer': bearer(`${ada.token}A`),
      'in another case': bearer(swapCase(ada.token)),
      'two at once': bearer(`${ada.token}, Bearer ${ada.token}`),
      'what the database keeps': bearer(createHash('sha256').update(ada.token).digest('hex')),
      'random bytes': bearer('A'.repeat(43)),
      'a wildcard': bearer('%'),
      injection: bearer("' or '1'='1"),
      'a very long one': bearer('a'.repeat(8000)),
      'JWT without signature': bearer(jwt({ alg: 'none', typ: 'JWT' }, '')),
      'JWT with odd none': bearer(jwt({ alg: 'nOnE', typ: 'JWT' }, '')),
      'JWT signed with an empty key': bearer(signed('')),
      'JWT signed with a guess': bearer(signed('secret')),
      'JWT with a key in its header': bearer(
        jwt({ alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: '' }, kid: '../../dev/null' }, 'x'),
      ),
    }
  }

  const claims = () => ({
    sub: String(adas.ownerId),
    user_id: adas.ownerId,
    exp: 9_999_999_999,
    email: 'ada@example.com',
  })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const jwt = (header: object, signature: string) => `${part(header)}.${part(claims())}.${signature}`
  const signed = (key: string) => {
    const unsigned = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims())}`
    return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`
  }
})

const swapCase = (text: string) =>
  [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')

/** Accounts that the background check has not asked X about yet: their rows change without a request. */
const unverified = (db: Kysely<Database>) =>
  db.selectFrom('accounts').select('username').where('verified_at', 'is', null).execute()
