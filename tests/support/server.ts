import type { FastifyInstance, InjectOptions } from 'fastify'
import { createApp } from '../../server/app'
import type { AppDeps, Settings } from '../../server/deps'
import { openCredentials } from '../../server/security/credentials'
import { createVault } from '../../server/security/vault'
import { defaultMeta } from '../../src/schemas/system'
import type { DatabaseKind, TestDatabase } from './databases'
import { fakeDelivery, fakeModels, fakeX } from './serverFakes'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

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
  /** A call without a session. */
  call(method: Method, path: string, body?: unknown): Promise<Answer>
  /** Registers and signs in; the calls of this operator. */
  operator(email: string): Promise<Operator>
  close(): Promise<void>
}

export interface Operator {
  token: string
  call(method: Method, path: string, body?: unknown): Promise<Answer>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export const testKey = Buffer.alloc(32, 7)

export const testSettings: Settings = {
  meta: defaultMeta,
  readPostsAsApp: true,
  passwordMin: 6,
  replyRule: 'summoned',
  trustProxy: 0,
}

/** The real application on its own database; X, the model provider and the sender are replaced by fakes. */
export const startTestServer = async (
  create: DatabaseKind['create'],
  overrides: Partial<AppDeps> | ((database: TestDatabase) => Partial<AppDeps>) = {},
): Promise<TestServer> => {
  const database = await create()
  const x = fakeX()
  const models = fakeModels()
  const deps: AppDeps = {
    db: database.db,
    dialect: database.dialect,
    state: database.state,
    isInPlace: database.isInPlace,
    vault: createVault([testKey]),
    x,
    models,
    delivery: fakeDelivery(),
    settings: testSettings,
    ...(typeof overrides === 'function' ? overrides(database) : overrides),
  }
  const app = await createApp(deps)
  const call = caller(app)
  return {
    app,
    database,
    deps,
    x,
    models,
    call,
    async operator(email) {
      const password = 'correct horse battery'
      await call('POST', '/auth/register', { email, password, username: email.split('@')[0] })
      const { body } = await call('POST', '/auth/login', { email, password })
      const token = (body as { access_token: string }).access_token
      return { token, call: caller(app, token) }
    },
    async close() {
      await app.close()
      await database.remove()
    },
  }
}

/** Calls below `/api/v1`, with the token where one is given. */
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

/** What the database holds of an account's credentials, opened with the test's key. */
export const storedCredentials = async ({ database, deps }: TestServer, id: number) =>
  openCredentials(
    deps.vault,
    await database.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
