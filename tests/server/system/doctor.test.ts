import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startModelStandIn } from '../../../sandbox/model/standIn'
import { sandboxApp } from '../../../sandbox/x/oauth2'
import { startXStandIn } from '../../../sandbox/x/standIn'
import { examine, nodeFinding } from '../../../scripts/doctor/examine'
import { openDatabase } from '../../../server/db/database'
import { sealCredentials } from '../../../server/security/credentials'
import { createVault } from '../../../server/security/vault'
import { sampleAccount, sampleRole } from '../../support/serverFakes'
import { closeAll, closeLater, portOf, serveX } from '../../support/xServers'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acb-doctor-'))
})
afterEach(async () => {
  await closeAll()
  rmSync(folder, { recursive: true, force: true })
})

const doctor = (env: Record<string, string> = {}) => examine({ DATA_DIR: folder, PORT: '9', ...env })

const doctorsWords = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/doctor.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  const [code] = await once(child, 'close')
  return { code, lines: told.trimEnd().split('\n') }
}

const key = Buffer.alloc(32, 3)

const furnish = async () => {
  const { db, close } = await openDatabase({ file: join(folder, 'auto-comment-bot.db') })
  const dated = { created_at: '2026-11-23T08:00:00.000Z', updated_at: '2026-11-23T08:00:00.000Z' }
  await db
    .insertInto('users')
    .values({
      email: 'ada@example.com',
      username: 'ada',
      password_hash: 'h',
      created_at: dated.created_at,
      disabled_at: null,
    })
    .execute()
  const holder = { owner_id: 1, username_key: 'mara' }
  const { username, group: _, ...credentials } = sampleAccount('mara')
  await db
    .insertInto('accounts')
    .values({
      ...holder,
      ...dated,
      username,
      ...sealCredentials(createVault([key]), holder, credentials),
      group_id: null,
      is_active: 1,
      inactive_reason: null,
      x_user_id: null,
      verified_at: null,
      last_used_at: null,
      doubted_target: null,
      doubted_transaction: null,
    })
    .execute()
  await close()
}

it('finds nothing to repair if X, the model, the key and the database work', async () => {
  const x = await startXStandIn()
  const model = await startModelStandIn()
  closeLater(x.close)
  closeLater(model.close)
  await furnish()
  const file = join(folder, 'auto-comment-bot.db')
  chmodSync(file, 0o640)
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', 'cut-short.db.part'), 'half')
  const before = readFileSync(file)
  const findings = await doctor({
    CREDENTIALS_KEY: key.toString('base64'),
    X_API_BASE_URL: x.baseUrl,
    X_BEARER_TOKEN: x.bearerToken,
    X_CLIENT_ID: sandboxApp.clientId,
    X_CLIENT_SECRET: sandboxApp.clientSecret,
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: model.apiKey,
  })
  expect(findings.slice(2)).toEqual([
    ['ok', 'SQLite is sound'],
    ['ok', 'the key opens the credentials of 1 media agents'],
    ['warn', `no backup in ${join(folder, 'backups')}: npm run backup`],
    ['ok', `X answers at ${x.baseUrl}`],
    ['ok', "the clock agrees with X's"],
    ['ok', 'X accepts the app of X_CLIENT_ID'],
    ['ok', expect.stringMatching(/^the model provider 127\.0\.0\.1:\d+ lists \d+ models; sandbox-ending ends on /)],
    ['ok', 'no server runs at http://127.0.0.1:9'],
  ])
  expect([statSync(file).mode & 0o777, readFileSync(file).equals(before)]).toEqual([0o640, true])
})

it('suggests a repair for each problem, and ends with 1', async () => {
  const slow = createServer((request, answer) => {
    const wrongApp = request.url?.startsWith('/2/oauth2/')
    answer.writeHead(wrongApp ? 401 : 200, {
      date: new Date(Date.now() - 3_600_000).toUTCString(),
      'content-type': 'application/json',
    })
    answer.end(
      wrongApp ? '{"error":"unauthorized_client","error_description":"Missing valid authorization header"}' : '{}',
    )
  })
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  closeLater(async () => slow.close())
  const at = `http://127.0.0.1:${portOf(slow)}`
  await furnish()
  writeFileSync(join(folder, 'credentials.key'), Buffer.alloc(32, 4).toString('base64'), { mode: 0o600 })
  const { code, lines } = await doctorsWords({
    X_API_BASE_URL: at,
    X_CLIENT_ID: 'mine',
    X_CLIENT_SECRET: 'wrong',
    PORT: String(portOf(slow)),
  })
  const [node = '', ...others] = lines
  const wrong = others.filter((line) => /^(?:warn|fail)/.test(line))
  expect(wrong).toEqual([
    'fail  no key opens the credentials of 1 media agents (@mara, ...): add the older key to CREDENTIALS_KEY',
    `warn  no backup in ${join(folder, 'backups')}: npm run backup`,
    expect.stringMatching(
      /^fail {2}This server's clock is \d+ s ahead of X's clock, so X rejects its signatures\. Set it \(NTP\)$/,
    ),
    'warn  no X_BEARER_TOKEN: the first active media agent reads posts, and the activity stream is off',
    'fail  X refuses X_CLIENT_ID and X_CLIENT_SECRET: Missing valid authorization header. Copy both from the same app',
    'fail  the model is the local stand-in, whose texts the real X must not get. Set OPENAI_API_KEY',
  ])
  expect(lines.at(-1)).toMatch(node.startsWith('warn') ? /, 3 warnings, 4 failures$/ : /, 2 warnings, 4 failures$/)
  expect(code).toBe(1)
})

it('names misspelt settings, and a data folder that cannot be created', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const findings = await doctor({ DATA_DIR: join(file, 'data'), X_TIMEOUT_SECOND: '3', DATADIR: '/x', HOME: '/x' })
  expect(findings.slice(1, 4)).toEqual([
    ['warn', 'X_TIMEOUT_SECOND is not a setting, so it has no effect. Did you mean X_TIMEOUT_SECONDS?'],
    ['warn', 'DATADIR is not a setting, so it has no effect. Did you mean DATA_DIR?'],
    ['fail', `${file} is not a folder that this user can write to. Run the server as its owner`],
  ])
})

it('reports a database of another version, a missing key and a wrong configuration', async () => {
  await furnish()
  expect(await doctor()).toContainEqual([
    'fail',
    'the key of 1 media agents is missing. Set CREDENTIALS_KEY, or restore credentials.key',
  ])
  const { db, close } = await openDatabase({ file: join(folder, 'auto-comment-bot.db') })
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-future', 't')`.execute(db)
  expect(await doctor()).toContainEqual(['warn', 'SQLite: a newer version works with it, too: replace this one soon'])
  await sql`update instance set value = '9998-later' where key = 'works_beside'`.execute(db)
  await close()
  expect(await doctor()).toContainEqual([
    'fail',
    'SQLite: a newer version has written it (9999-of-the-future): start that one, or restore a backup',
  ])
  expect((await doctor({ X_REPLY_RULE: 'any' })).slice(1)).toEqual([
    ['fail', expect.stringMatching(/^Configuration: X_REPLY_RULE: /)],
  ])
})

it('checks each model provider and each rate card, and names the setting of a failing one', async () => {
  const model = await startModelStandIn()
  closeLater(model.close)
  const provider = (name: string, base_url: string, api_key: string) => ({ name, base_url, api_key })
  const card = { as_of: '2026-10-02', source: 'a contract', usd_per_million_tokens: {} }
  const findings = await doctor({
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: 'sk-not-the-one',
    MODEL_PROVIDERS: JSON.stringify([
      provider('Here', model.baseUrl, model.apiKey),
      provider('Gone', 'http://127.0.0.1:9/v1', 'sk-another'),
      provider('Fixed', 'https://a.openai.azure.com/openai/deployments/gpt?api-version=1', 'sk-third'),
    ]),
    MODEL_PRICES: JSON.stringify(card),
    X_PRICES: JSON.stringify({ ...card, as_of: 'lately' }),
  })
  const about = findings.filter(([, words]) => /PRICES|provider|MODEL_PROVIDERS/.test(words))
  expect(about).toEqual([
    ['fail', expect.stringMatching(/^Configuration: X_PRICES: as_of: must be a date/)],
    ['ok', 'MODEL_PRICES is a rate card of 2026-10-02'],
    [
      'fail',
      expect.stringMatching(
        /^127\.0\.0\.1:\d+: The model provider refused: .+[.] Look at OPENAI_BASE_URL and OPENAI_API_KEY$/,
      ),
    ],
    ['ok', expect.stringMatching(/^the model provider Here lists [1-9]\d* models; sandbox-ending ends on /)],
    [
      'fail',
      expect.stringMatching(
        /^Gone: The model provider could not be reached: .+ Look at its base_url and api_key in MODEL_PROVIDERS$/,
      ),
    ],
    ['ok', 'the model provider Fixed is not checked, because its address names the model gpt'],
  ])
  expect(findings.flat().join()).not.toMatch(/sk-(?:not|another|third)/)
  expect(await doctor({ MODEL_PROVIDERS: '{' })).toEqual(
    expect.arrayContaining([
      ['fail', 'Configuration: MODEL_PROVIDERS: must be JSON, or the name of a file with JSON'],
      ['ok', 'no server runs at http://127.0.0.1:9'],
    ]),
  )
})

it('warns of a used model that will be retired, and names the unused models that will be retired next', async () => {
  const listed = [
    { id: 'used', shutdown_date: '2026-12-11' },
    { id: 'stays', shutdown_date: null },
    { id: 'last', shutdown_date: '2099-03-04' },
    { id: 'first', shutdown_date: '2000-01-02' },
    { id: 'second', shutdown_date: '2098-05-06' },
    { id: 'third', shutdown_date: '2099-02-03' },
  ]
  const baseUrl = await serveX((_request, response) => void response.end(JSON.stringify({ data: listed })))
  await furnish()
  const { db, close } = await openDatabase({ file: join(folder, 'auto-comment-bot.db') })
  const json = (value: unknown) => JSON.stringify(value)
  await db
    .insertInto('roles')
    .values({
      ...sampleRole,
      owner_id: 1,
      model_name: 'used',
      personality_traits: json(sampleRole.personality_traits),
      instruction_set: json(sampleRole.instruction_set),
      knowledge_base: json(sampleRole.knowledge_base),
      example_conversations: json(sampleRole.example_conversations),
      learns_from_edits: 1,
      created_at: '2026-11-23T08:00:00.000Z',
      updated_at: '2026-11-23T08:00:00.000Z',
    })
    .execute()
  await close()
  const findings = await doctor({ OPENAI_BASE_URL: `${baseUrl}/v1` })
  expect(findings.filter(([, words]) => / end(?:s|ed) on /.test(words))).toEqual([
    [
      'ok',
      expect.stringMatching(
        /lists 6 models; first ended on 2 Jan 2000; second ends on 6 May 2098; third ends on 3 Feb 2099; and 1 more end$/,
      ),
    ],
    ['warn', expect.stringMatching(/^used end(?:s|ed) on 11 Dec 2026: choose another model for its characters$/)],
  ])
})

it('accepts the versions of Node that package.json names, and warns of versions with a known flaw', () => {
  const versions = ['18.20.8', '20.18.3', '20.19.0', '20.99.0', '21.7.3', '22.12.0', '22.13.0', '22.23.3', '22.23.4']
  versions.push('23.11.1', '24.0.0', '24.22.0', '24.22.1', '25.0.0')
  const of = (state: string) => versions.filter((each) => nodeFinding(each)[0] === state)
  expect(of('ok')).toEqual(['22.23.4', '24.22.1', '25.0.0'])
  expect(of('warn')).toEqual(['20.19.0', '20.99.0', '22.13.0', '22.23.3', '24.0.0', '24.22.0'])
  expect(nodeFinding('20.19.0')[1]).toMatch(
    /on Node 20\.19\.0: it has a known security flaw in Brotli: install the newest Node 24$/,
  )
  expect(nodeFinding('23.11.1')[1]).toMatch(
    /on Node 23\.11\.1: install Node \^20\.19\.0 \|\| \^22\.13\.0 \|\| >=24\.0\.0$/,
  )
})
