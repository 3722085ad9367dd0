import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import Sqlite from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stampFile } from '../../../build/stamp.mjs'
import { version } from '../../../package.json'
import { openDatabase } from '../../../server/db/database'
import type { Database, Row } from '../../../server/db/schema'
import { lockFolder } from '../../../server/jobs/onlyProcess'
import { initialColumns } from '../../../server/posting/protocol/item'
import { databases } from '../../support/databases'
import { end, type Launched } from '../../support/processes'
import { launchProduct } from '../../support/product'
import { until } from '../../support/waiting'

interface Running {
  url: string
  lines: string[]
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const servers = databases.filter(({ name }) => name === 'PostgreSQL')

describe('the server process', () => {
  let dataDir: string
  const all: Launched[] = []

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'acb-main-'))
  })
  afterEach(async () => {
    for (const { child } of all.splice(0)) await end(child, 'SIGKILL', 'close')
    rmSync(dataDir, { recursive: true, force: true })
  })

  const launch = (env: Record<string, string> = {}): Launched => {
    const launched = launchProduct(dataDir, env)
    all.push(launched)
    return launched
  }

  const start = async (env: Record<string, string> = {}): Promise<Running> => {
    const { child, lines, url } = launch(env)
    return { url: await url, lines, stop: (signal = 'SIGTERM') => end(child, signal, 'close') }
  }

  const call = async ({ url }: Running, path: string, body?: object, token?: string) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return answer.json()
  }

  it('allows the first operator behind a proxy to sign up only by the printed link', async () => {
    const behindProxy = { TRUST_PROXY: 'on' }
    const first = await start(behindProxy)
    const link = new URL(await until(() => first.lines.find((line) => line.includes('/sign-up#setup='))))
    expect(link.origin).toBe(first.url)
    const ada = { email: 'ada@example.com', username: 'Ada', password: 'correct horse battery' }
    const signUp = (headers: Record<string, string>, email = ada.email) =>
      fetch(`${first.url}/api/v1/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...ada, email }),
      })
    expect((await signUp({})).status).toBe(403)
    expect((await signUp({ 'x-setup-secret': link.hash.slice('#setup='.length) })).status).toBe(201)
    expect((await signUp({}, 'grace@example.com')).status).toBe(403)
    await first.stop()
    const second = await start(behindProxy)
    expect(second.lines.join()).not.toContain('#setup=')
  })

  it('keeps everything across a restart, and ends with 0 on a signal', async () => {
    const ada = { email: 'ada@example.com', password: 'correct horse battery' }
    const first = await start()
    await call(first, '/auth/register', { ...ada, username: 'Ada' })
    const { access_token } = await call(first, '/auth/login', ada)
    await call(first, '/sandbox/sample', {}, access_token)
    const before = await call(first, '/twitter/accounts', undefined, access_token)
    expect(await first.stop()).toBe(0)
    expect(first.lines.at(-1)).toContain('"msg":"server: stopping"')

    const second = await start()
    const after = await call(second, '/twitter/accounts', undefined, access_token)
    const summary = (list: { username: string; group: string }[]) =>
      list.map(({ username, group }) => [username, group])
    expect(summary(before)).toHaveLength(12)
    expect(summary(after)).toEqual(summary(before))
    expect(await second.stop('SIGINT')).toBe(0)
  })

  it('listens at one address, even for a name with two addresses, and names its version and build', async () => {
    const server = await start({ HOST: 'localhost' })
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const health = await (await fetch(`${server.url}/healthz`)).json()
    expect(health).toEqual({ status: 'alive', version, build: readFileSync(stampFile, 'utf8').slice(0, 12) })
    await expect(fetch(`${server.url.replace('127.0.0.1', '[::1]')}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('reports plainly that X and the model provider are stand-ins', async () => {
    const server = await start()
    await expect
      .poll(() => server.lines)
      .toContain('Sandbox: X and the model provider are local stand-ins. Nothing leaves this machine.')
    expect(await call(server, '/meta')).toEqual({
      sandbox: true,
      sign_up_open: true,
      takes_expected: true,
      takes_thinking: true,
      x_post_base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      sample_posts: { mention: expect.stringMatching(/^\d+$/), stranger: expect.stringMatching(/^\d+$/) },
    })
  })

  it('names the stand-in of the model if only X is configured', async () => {
    const server = await start({ X_API_BASE_URL: 'http://127.0.0.1:9' })
    expect(await call(server, '/meta')).toMatchObject({ sandbox: false, model_stand_in: true })
  })

  it('starts no stand-in if both services are configured', async () => {
    const server = await start({
      X_API_BASE_URL: 'http://127.0.0.1:9',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_API_KEY: 'none',
      SIGN_UP: 'closed',
    })
    expect(await call(server, '/meta')).toEqual({
      sandbox: false,
      sign_up_open: false,
      takes_expected: true,
      takes_thinking: true,
      x_post_base_url: 'https://x.com',
    })
    expect(await call(server, '/sandbox/accounts.csv')).toEqual({ detail: 'Not found' })
    expect(await server.stop('SIGHUP')).toBe(0)
  })

  it('serves its metrics on a separate port, without a person or a text in them', async () => {
    const server = await start({ METRICS_PORT: '0' })
    const ada = { email: 'ada@example.com', password: 'correct horse battery' }
    await call(server, '/auth/register', { ...ada, username: 'Ada Lovelace' })
    const { access_token } = await call(server, '/auth/login', ada)
    await call(server, '/openai/models', undefined, access_token)
    const metrics = await until(() => server.lines.map((line) => /^Metrics: (\S+)$/.exec(line)?.[1]).find(Boolean))
    const text = await (await fetch(metrics)).text()
    expect(text).toMatch(
      /^model_request_duration_seconds_count\{provider="127\.0\.0\.1:\d+",path="\/models",status="200"\} 1$/m,
    )
    expect(text).toMatch(/^database_query_duration_seconds_count\{kind="insert",result="ok"\} \d+$/m)
    expect(text).toMatch(/^database_up 1$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds \S+$/m)
    expect(text).not.toMatch(/ada|lovelace/i)
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('database_up')
    expect(await server.stop()).toBe(0)
  })

  it('logs each call as JSON, without the token or the password', async () => {
    const ada = { email: 'ada@example.com', password: 'correct horse battery' }
    const server = await start()
    await call(server, '/auth/register', { ...ada, username: 'Ada' })
    const { access_token } = await call(server, '/auth/login', ada)
    await call(server, '/groups', undefined, access_token)
    await server.stop()
    const calls = server.lines.flatMap((line) => {
      const entry = line.startsWith('{') ? JSON.parse(line) : {}
      return entry.msg === 'http: call' ? [entry] : []
    })
    expect(new Set(calls.map(({ reqId }) => reqId)).size).toBe(3)
    expect(calls.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['POST', '/api/v1/auth/register', 201],
      ['POST', '/api/v1/auth/login', 200],
      ['GET', '/api/v1/groups', 200],
    ])
    expect(server.lines.join('\n')).not.toContain(access_token)
    expect(server.lines.join('\n')).not.toContain(ada.password)
  })

  it.each([
    ['an error that nothing catches', "throw new Error('lost')"],
    ['a rejection that nothing handles', "Promise.reject(new Error('lost'))"],
  ])('logs the error, stops in order and ends with 1 after %s', async (_, mistake) => {
    const preload = `data:text/javascript,process.on('SIGUSR2',()=>{${mistake}})`
    const server = await start({ NODE_OPTIONS: `--import "${preload}"` })
    expect(await server.stop('SIGUSR2')).toBe(1)
    const fatal = server.lines.flatMap((line) =>
      line.includes('server: stopping after an unhandled error') ? [JSON.parse(line)] : [],
    )
    expect(fatal).toMatchObject([{ level: 60, err: { message: 'lost' } }])
    const database = new Sqlite(join(dataDir, 'auto-comment-bot.db'), { readonly: true })
    expect(database.prepare('pragma integrity_check').raw().all()).toEqual([['ok']])
    database.close()
  })

  it('does not start with a wrong configuration or with another key', async () => {
    const refused = async (env: Record<string, string>) => {
      const { child, lines } = launch(env)
      const [code] = await once(child, 'close')
      return { code, said: lines.filter((line) => !line.startsWith('{')) }
    }
    expect(await refused({ PORT: 'http', SIGN_UP: 'maybe' })).toEqual({
      code: 1,
      said: [expect.stringMatching(/^Configuration: PORT: .+; SIGN_UP: /)],
    })
    expect(await refused({ DATABASE_URL: 'postgres://127.0.0.1:1/none', DATABASE_WAIT_SECONDS: '1' })).toEqual({
      code: 1,
      said: ['Database: PostgreSQL in DATABASE_URL was not ready within 1 s: connect ECONNREFUSED 127.0.0.1:1'],
    })
    await (await start()).stop()
    expect(await refused({ CREDENTIALS_KEY: Buffer.alloc(32, 1).toString('base64') })).toEqual({
      code: 1,
      said: [expect.stringContaining('is not the key that encrypted this database')],
    })
  })

  it.each(['PORT', 'METRICS_PORT'])('does not disturb another server that already uses the %s', async (port) => {
    const file = join(dataDir, 'auto-comment-bot.db')
    const before = await openDatabase({ file })
    const lease = { lease_epoch: 'the other server', lease_until: '2999-01-01T00:00:00.000Z' }
    await insertUnknownItem(before.db, lease)
    await before.close()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { child, lines } = launch({ [port]: String((other.address() as AddressInfo).port) })
    const [code] = await once(child, 'close')
    other.close()
    const after = await openDatabase({ file })
    const items = await after.db.selectFrom('task_items').select(['state', 'lease_epoch', 'lease_until']).execute()
    await after.close()
    expect([code, lines]).toEqual([1, expect.arrayContaining([expect.stringContaining('EADDRINUSE')])])
    expect(items).toEqual([{ state: 'unknown', ...lease }])
  })

  it('does not start beside another server on the same folder, whose lock ends with it', async () => {
    const first = await start()
    const second = launch()
    const [code] = await once(second.child, 'close')
    expect([code, second.lines.filter((line) => !line.startsWith('{'))]).toEqual([
      1,
      [expect.stringMatching(/^Another server uses .+: stop that server first/)],
    ])
    await first.stop('SIGKILL')
    expect(lockFolder(dataDir).release).not.toThrow()
  })

  it('does not start on a copy of the folder while the original is served', async () => {
    const first = await start()
    const copy = mkdtempSync(join(tmpdir(), 'acb-copy-'))
    cpSync(dataDir, copy, { recursive: true })
    const second = launch({ DATA_DIR: copy })
    const [code] = await once(second.child, 'close')
    rmSync(copy, { recursive: true, force: true })
    expect([code, second.lines.filter((line) => !line.startsWith('{'))]).toEqual([
      1,
      [expect.stringMatching(/^Another server on this machine uses a copy of the same data/)],
    ])
    expect(await first.stop('SIGQUIT')).toBe(0)
  })

  it('ends soon after the deadline of X, even if a call of an operator waits longer for another service', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const server = await start({
      OPENAI_BASE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`,
      OPENAI_TIMEOUT_SECONDS: '600',
      X_TIMEOUT_SECONDS: '1',
    })
    const ada = { email: 'ada@example.com', password: 'correct horse battery' }
    await call(server, '/auth/register', { ...ada, username: 'Ada' })
    const { access_token } = await call(server, '/auth/login', ada)
    const asked = once(silent, 'connection')
    const answer = call(server, '/openai/models', undefined, access_token).catch(() => undefined)
    const [connection] = await asked
    const code = await server.stop()
    connection.destroy()
    silent.close()
    await answer
    expect(code).toBe(0)
  }, 25_000)

  /** A PostgreSQL lock delays the start. */
  it.each(servers)('answers earlier requests after a signal to end, even before it sends', async (kind) => {
    const { db, location, remove } = await kind.create()
    const env = { DATABASE_URL: 'url' in location ? location.url : '', PORT: String(await freePort()) }
    let release: () => void = () => undefined
    const held = db.transaction().execute(async (trx) => {
      await sql`lock table task_items in access exclusive mode`.execute(trx)
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    const { child } = launch(env)
    const url = `http://127.0.0.1:${env.PORT}`
    await until(async () => (await fetch(`${url}/livez`).catch(() => undefined))?.ok)
    const headers = { 'content-type': 'application/json', expect: '100-continue' }
    const login = request(`${url}/api/v1/auth/login`, { method: 'POST', headers })
    login.flushHeaders()
    await once(login, 'continue')
    child.kill('SIGTERM')
    login.end(JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }))
    const [{ statusCode }] = await once(login, 'response')
    expect(statusCode).toBe(401)
    release()
    await held
    expect(await end(child, 'SIGTERM', 'close')).toBe(0)
    await remove()
  })

  it('tells a proxy that it stops, and serves until the proxy knows', async () => {
    const env = { TRUST_PROXY: '1' }
    const { child, url } = launch(env)
    const at = await url
    expect((await fetch(`${at}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    await until(async () => (await fetch(`${at}/readyz`)).status === 503)
    const answer = await fetch(`${at}/api/v1/meta`)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await end(child, 'SIGTERM', 'close')).toBe(0)
  })

  it.each(databases)('serves from $name', async ({ create }) => {
    const { location, remove } = await create()
    const server = await start('url' in location ? { DATABASE_URL: location.url } : {})
    const answer = await fetch(`${server.url}/readyz`)
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }])
    expect(await server.stop()).toBe(0)
    await remove()
  })
})

const freePort = async (): Promise<number> => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  taken.close()
  await once(taken, 'close')
  return port
}

const insertUnknownItem = async (
  db: Kysely<Database>,
  lease: Pick<Row<'task_items'>, 'lease_epoch' | 'lease_until'>,
) => {
  const at = '2026-03-01T00:00:00.000Z'
  const dated = { created_at: at, updated_at: at }
  await db
    .insertInto('users')
    .values({ id: 1, email: 'ada@example.com', username: 'Ada', password_hash: 'x', created_at: at })
    .execute()
  const owned = { owner_id: 1, ...dated }
  await db
    .insertInto('tasks')
    .values({ ...owned, id: 'task', kind: 'solo', request_hash: 'x', error: null })
    .execute()
  await db
    .insertInto('task_items')
    .values({
      ...owned,
      ...lease,
      ...initialColumns(at),
      task_id: 'task',
      position: 0,
      reply_id: 'reply',
      twitter_username: '@mara',
      target_tweet_id: '1',
      content: 'Words',
      state: 'unknown',
    })
    .execute()
}
