import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { listenForMetrics } from '../../../server/features/system/metrics.routes'
import { createMetrics } from '../../../server/metrics/metrics'
import { databasesHere, sqlite } from '../../support/databases'
import { startTestServer, type TestServer } from '../../support/server'
import { sampleAccount, sampleRole } from '../../support/serverFakes'

const token = 'a token of the one who watches'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** By name and labels as they are written. */
const seriesOf = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

const read = async (app: TestServer['app'], authorization?: string, host = 'watcher.example') => {
  const headers = { host, ...(authorization === undefined ? {} : { authorization }) }
  const { statusCode, body, headers: answered } = await app.inject({ url: '/metrics', headers })
  return { statusCode, body, type: answered['content-type'], series: seriesOf(body) }
}

describe.each(databasesHere())('/metrics on $name', ({ create }) => {
  it('shows the open replies by state, the age of the queue and of a backup, the holds and the cost of today', async () => {
    const metrics = createMetrics()
    const now = new Date('2026-11-23T10:00:00.000Z')
    const dataDir = mkdtempSync(join(tmpdir(), 'acb-metrics-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    mkdirSync(join(dataDir, 'backups'))
    for (const [name, ageSeconds] of [
      ['old.db', 90_000],
      ['new.db', 7_200],
      ['unfinished.db.part', 60],
    ] as const) {
      writeFileSync(join(dataDir, 'backups', name), '')
      const made = new Date(now.getTime() - ageSeconds * 1000)
      utimesSync(join(dataDir, 'backups', name), made, made)
    }
    metrics.generationChange('restarted')
    server = await startTestServer(create, ({ db }) => {
      metrics.addStored({ db, clock: () => now, dataDir })
      return { metrics: { metrics, token } }
    })
    const ada = await server.operator('ada@example.com')
    await ada.call('POST', '/groups', { name: 'crew', description: 'd' })
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara', 'crew'))
    await ada.call('POST', '/ai-roles', sampleRole)
    const { db } = server.database
    const dated = { created_at: now.toISOString(), updated_at: now.toISOString() }
    await db
      .insertInto('tasks')
      .values({
        id: 'aaaaaaaaaaaa',
        owner_id: 1,
        kind: 'batch',
        request_hash: 'h',
        error: null,
        tweet_id: '1',
        characters: null,
        group_name: null,
        ...dated,
      })
      .execute()
    const states = { queued: 3, unknown: 2, handed_over: 1, completed: 4, failed: 5 } as const
    for (const [state, count] of Object.entries(states) as [keyof typeof states, number][]) {
      for (let index = 0; index < count; index += 1) {
        const next = new Date(now.getTime() - (index + 1) * 7_000)
        await db
          .insertInto('task_items')
          .values(itemOf(state, index, next.toISOString(), dated))
          .execute()
      }
    }
    const held = (scope: string, until: string | null) => ({ scope, until, reason: 'r', created_at: dated.created_at })
    const later = '2026-11-23T10:00:00.001Z'
    await db
      .insertInto('holds')
      .values([held('rest:1', later), held('app:a', later), held('app:b', null), held('doubt:1', dated.created_at)])
      .execute()
    const charge = { owner_id: 1, account: '@mara', app: 'a', path: 'tweets', since: '', started_at: '', card: 'c' }
    const settled = { ...charge, settled_at: 's', resources: 1 }
    await db
      .insertInto('charges')
      .values([
        { ...settled, day: '2026-11-23', micros: 15_000 },
        { ...settled, day: '2026-11-23', micros: 200_000 },
        { ...settled, day: '2026-11-22', micros: 999_000 },
      ])
      .execute()
    await db
      .insertInto('charges')
      .values({ ...charge, day: '2026-11-23', micros: 10_000 })
      .execute()

    const modelCall = { owner_id: 1, provider: 'p', model: 'm', prompt_version: 1, started_at: '' }
    const counted = {
      ...modelCall,
      purpose: 'drafts',
      is_estimated: 0,
      input_tokens: 1_200,
      output_tokens: 34,
      micros: 5_600,
    } as const
    await db
      .insertInto('model_calls')
      .values([
        { ...counted, day: '2026-11-23' },
        { ...counted, day: '2026-11-22' },
      ])
      .execute()

    const { statusCode, type, series } = await read(server.app, `Bearer ${token}`)
    expect([statusCode, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const named = (name: string) => Object.fromEntries([...series].filter(([each]) => each.startsWith(name)))
    expect(named('replies_open')).toEqual({
      'replies_open{state="queued"}': 3,
      'replies_open{state="posting"}': 0,
      'replies_open{state="unknown"}': 2,
      'replies_open{state="needs_review"}': 0,
      'replies_open{state="handed_over"}': 1,
    })
    expect(series.get('replies_queue_age_seconds')).toBe(21)
    expect([series.get('backup_age_seconds'), series.get('database_changes_total{kind="restarted"}')]).toEqual([
      7_200, 1,
    ])
    expect(named('sending_holds')).toEqual({
      'sending_holds{kind="account"}': 0,
      'sending_holds{kind="app"}': 2,
      'sending_holds{kind="paused"}': 0,
      'sending_holds{kind="rest"}': 1,
      'sending_holds{kind="doubt"}': 0,
      'sending_holds{kind="budget"}': 0,
    })
    expect(named('x_charges_today_dollars')).toEqual({
      'x_charges_today_dollars{settled="charged"}': 0.215,
      'x_charges_today_dollars{settled="open"}': 0.01,
    })
    expect(named('model_')).toMatchObject({
      'model_tokens_today{kind="input"}': 1_200,
      'model_tokens_today{kind="output"}': 34,
      model_charges_today_dollars: 0.0056,
    })
    expect(series.get('database_up')).toBe(1)
    expect(series.get('http_request_duration_seconds_count{method="POST",route="/api/v1/groups",status="201"}')).toBe(1)

    await server.database.db.destroy()
    const without = await read(server.app, `Bearer ${token}`)
    expect(without.statusCode).toBe(200)
    expect(without.series.get('database_up')).toBe(0)
    expect(
      [...without.series.keys()].filter((each) =>
        /^(?:replies|sending|x_charges|model_tokens|model_charges)_/.test(each),
      ),
    ).toEqual([])
  })
})

it('requires the token, and is served beside the API only with a token', async () => {
  const metrics = createMetrics()
  server = await startTestServer(sqlite.create, { metrics: { metrics, token } })
  for (const wrong of [undefined, `Bearer ${token}x`, token, `bearer ${token}`]) {
    const { statusCode, body } = await read(server.app, wrong)
    expect([statusCode, body]).toEqual([401, '{"detail":"Send METRICS_TOKEN as a bearer token"}'])
  }
  await server.close()
  server = await startTestServer(sqlite.create, { metrics: { metrics, token: undefined } })
  expect((await read(server.app, `Bearer ${token}`, '127.0.0.1')).statusCode).toBe(404)
})

it('has its own port, which requires a token only if one is configured', async () => {
  const metrics = createMetrics()
  const statuses = async (ofPort: string | undefined) => {
    const port = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0, token: ofPort })
    try {
      const asked = ['', `Bearer ${token}`].map((authorization) =>
        fetch(`${port.address}/metrics`, { headers: { authorization } }),
      )
      return (await Promise.all(asked)).map(({ status }) => status)
    } finally {
      await port.close()
    }
  }
  expect(await statuses(undefined)).toEqual([200, 200])
  expect(await statuses(token)).toEqual([401, 200])
})

it("answers on its own port, without a token, only for this machine's names", async () => {
  const open = await listenForMetrics(createMetrics(), { host: '127.0.0.1', port: 0, token: undefined })
  const { port } = new URL(open.address)
  const statusFor = (host: string) =>
    new Promise((resolve, reject) =>
      get({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).on('error', reject),
    )
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `evil.example:${port}`, `127.0.0.1:${port}@evil.example`]
  expect(await Promise.all(hosts.map(statusFor)).finally(open.close)).toEqual([200, 200, 421, 400])
})

it("distinguishes calls to X and to the model by purpose, never by person, and shows X's remaining limits", async () => {
  let nowMs = 1_000_000
  const metrics = createMetrics(() => nowMs)
  const call = { method: 'GET', seconds: 0.2 }
  const left = (remaining: string, reset: string) => ({
    'x-rate-limit-remaining': remaining,
    'x-rate-limit-reset': reset,
  })
  metrics.xCall({ ...call, path: 'users/2244994945/tweets', status: 200, headers: left('14', '1900') })
  metrics.xCall({ ...call, path: 'users/783214/tweets', status: 429, headers: left('0', '1500') })
  metrics.xCall({ ...call, path: 'users/12/tweets', status: 200, headers: left('899', '1800') })
  metrics.xCall({ ...call, method: 'POST', path: 'tweets', status: 'lost', headers: {} })
  metrics.xCall({ ...call, method: '', path: '', status: 'unsent', headers: left('x', '') })
  metrics.xCall({ ...call, method: 'DELETE', path: 'activity/subscriptions/1f0c-ab9', status: 200, headers: {} })
  metrics.xCall({ ...call, method: 'POST', path: 'oauth2/token', status: 200, headers: {} })
  metrics.modelCall({ provider: 'api.groq.com', path: '/models', status: 'none', seconds: 61 })
  metrics.attempt('done')
  metrics.query({ sql: '  SELECT 1', seconds: 0.001, failed: false })
  metrics.query({ sql: 'vacuum', seconds: 7, failed: true })
  const text = await metrics.read()
  const series = seriesOf(text)
  const counted = [...series].filter(
    ([name]) => /_(?:count|total)\{/.test(name) && /^(?:x|model|reply|database)_/.test(name),
  )
  expect(Object.fromEntries(counted)).toEqual({
    'x_request_duration_seconds_count{method="GET",path="users/:id/tweets",status="200"}': 2,
    'x_request_duration_seconds_count{method="GET",path="users/:id/tweets",status="429"}': 1,
    'x_request_duration_seconds_count{method="POST",path="tweets",status="lost"}': 1,
    'x_request_duration_seconds_count{method="DELETE",path="activity/subscriptions/:id",status="200"}': 1,
    'x_request_duration_seconds_count{method="POST",path="oauth2/token",status="200"}': 1,
    'x_request_duration_seconds_count{method="",path="",status="unsent"}': 1,
    'model_request_duration_seconds_count{provider="api.groq.com",path="/models",status="none"}': 1,
    'reply_attempts_total{outcome="done"}': 1,
    'database_query_duration_seconds_count{kind="select",result="ok"}': 1,
    'database_query_duration_seconds_count{kind="other",result="error"}': 1,
  })
  expect(text).not.toMatch(/2244994945|783214/)
  expect(series.get('x_rate_limit_remaining{path="GET users/:id/tweets"}')).toBe(0)
  nowMs = 1_500_000
  expect(await metrics.read()).not.toContain('x_rate_limit_remaining{')
})

const itemOf = (
  state: 'queued' | 'unknown' | 'handed_over' | 'completed' | 'failed',
  index: number,
  next_at: string,
  dated: { created_at: string; updated_at: string },
) => ({
  task_id: 'aaaaaaaaaaaa',
  owner_id: 1,
  position: index,
  reply_id: `${state}${index}`,
  account_id: null,
  twitter_username: '@mara',
  author_id: null,
  target_tweet_id: '1',
  content: 'c',
  state,
  error: null,
  next_step: null,
  attempts: 0,
  clean_reads: 0,
  failed_reads: 0,
  resends: 0,
  next_at,
  lease_epoch: null,
  lease_until: null,
  restored_at: null,
  reply_tweet_id: null,
  can_retry: 0 as const,
  handed_over_at: null,
  ...dated,
})
