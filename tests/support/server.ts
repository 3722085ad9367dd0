import type { FastifyInstance, InjectOptions } from 'fastify'
import { createApp } from '../../server/app'
import { audit } from '../../server/db/trail/audit'
import { openTrail } from '../../server/db/trail/trailKey'
import type { AppDeps, Settings } from '../../server/deps'
import { createAccountAccess } from '../../server/features/accounts/access'
import { confirm } from '../../server/features/security/secondFactor.store'
import { startSession } from '../../server/features/session/sessions.store'
import { createUser, findUser } from '../../server/features/session/users.store'
import { openCredentials } from '../../server/security/credentials'
import { hashPassword } from '../../server/security/passwords'
import { createVault, type Vault } from '../../server/security/vault'
import { createXOAuth2 } from '../../server/x/oauth2'
import { defaultMeta } from '../../src/schemas/system'
import type { DatabaseKind, TestDatabase } from './databases'
import { fakeDelivery, fakeModels, fakeX } from './serverFakes'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The value after it was sent as JSON; null for none. */
export const json = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))

export interface Answer {
  status: number
  body: Json
}

export interface TestServer {
  app: FastifyInstance
  database: TestDatabase
  deps: AppDeps
  x: ReturnType<typeof fakeX>
  models: ReturnType<typeof fakeModels>
  call(method: Method, path: string, body?: unknown): Promise<Answer>
  /** The calls of an operator, signed in, and signed up before if needed. */
  operator(email: string): Promise<Operator>
  close(): Promise<void>
}

export interface Operator {
  token: string
  call(method: Method, path: string, body?: unknown): Promise<Answer>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export const testKey = Buffer.alloc(32, 7)

/** Only operators check new accounts on X: the automatic check would change what a test has just written. */
export const testSettings: Settings = {
  meta: defaultMeta,
  readPostsAsApp: true,
  modelIsStandIn: false,
  rewritesDrafts: false,
  passwordMin: 6,
  replyRule: 'summoned',
  publicOrigin: 'https://console.example',
  trustProxy: 0,
  quietMs: 3_600_000,
  recheckMs: 20,
}

/** The real application on its own database; fakes replace X, the model provider and the sender. */
export const startTestServer = async (
  create: DatabaseKind['create'],
  overrides: Partial<AppDeps> | ((database: TestDatabase) => Partial<AppDeps>) = {},
): Promise<TestServer> => {
  const database = await create()
  const x = fakeX()
  const models = fakeModels()
  const changed = typeof overrides === 'function' ? overrides(database) : overrides
  const vault = changed.vault ?? createVault([testKey])
  const deps: AppDeps = {
    db: database.db,
    state: database.state,
    isInPlace: database.isInPlace,
    vault,
    access: keysAlone(database, vault),
    connect: { oauth2, app: { clientId: 'test-client', clientSecret: 'test-secret' } },
    x,
    models,
    delivery: fakeDelivery(),
    settings: testSettings,
    ...changed,
  }
  await openTrail(database.db, vault)
  const app = await createApp(deps)
  const call = caller(app)
  return {
    app,
    database,
    deps,
    x,
    models,
    call,
    operator: (email) => enrol({ app, deps }, email),
    async close() {
      await app.close()
      await database.remove()
    },
  }
}

/** Nobody answers at this token endpoint: accounts have their OAuth 1.0a keys. */
const oauth2 = createXOAuth2({ baseUrl: 'http://127.0.0.1:9', siteUrl: 'https://x.com', timeoutMs: 100 })
const keysAlone = ({ db }: TestDatabase, vault: Vault) =>
  createAccountAccess({ db, vault, oauth2, app: undefined, deadlineMs: 100 })

export const password = 'correct horse battery'

let passwordHash: Promise<string> | undefined

/** Signs an operator in, and up if needed, without the calls, which are slow and throttled on purpose. */
export const enrol = async (
  { app, deps: { db } }: Pick<TestServer, 'app' | 'deps'>,
  email: string,
): Promise<Operator> => {
  passwordHash ??= hashPassword(password)
  const username = email.split('@')[0] ?? ''
  const created = await createUser(db, { email, username, passwordHash: await passwordHash })
  if (created !== undefined) await audit(db, created, 'operator.registered', '127.0.0.1')
  const id = created ?? (await findUser(db, email))?.id ?? 0
  const { token, sessionId } = await startSession(db, id, false)
  await confirm(db, sessionId)
  await audit(db, id, 'signIn.completed', '127.0.0.1')
  return { token, call: caller(app, token) }
}

export const caller =
  (app: FastifyInstance, token?: string) =>
  async (method: Method, path: string, body?: unknown): Promise<Answer> => {
    const options: InjectOptions = {
      method,
      url: `/api/v1${path}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { payload: body as object }),
    }
    const answer = await app.inject(options)
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }

export const storedCredentials = async ({ database, deps }: TestServer, id: number) =>
  openCredentials(
    deps.vault,
    await database.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
