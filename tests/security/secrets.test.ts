import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentialsOf } from '../../sandbox/accounts-data'
import { openDatabase } from '../../server/db/database'
import { credentialNames } from '../../src/schemas/accounts/accounts'
import { databasesHere, type TestDatabase } from '../support/databases'
import { type Answer, type ServerProcess, startServerProcess } from './process'
import { contentOf, credentialsWith } from './world'

const agents = ['canary_one', 'canary_two', 'canary_three'].map(credentialsOf)
const refused = { username: '@canary_refused', ...credentialsWith('canary-refused-4f1c9a') }
const malformed = credentialsWith('canary-malformed-77d02e')
const passwords = { own: 'canary-password-3a9d51', wrong: 'canary-wrong-b20c77', other: 'canary-other-e81f04' }
const email = 'birdsong@example.com'

const secrets = [
  ...[...agents, refused, malformed].flatMap((each) => credentialNames.map((name) => each[name])),
  ...Object.values(passwords),
]

describe.each(databasesHere())('secrets on $name', (kind) => {
  let server: ServerProcess
  let postgres: TestDatabase | undefined
  let token = ''
  let apiToken = ''
  /** Every answer of the API, except the one that hands out the token. */
  const answers: string[] = []

  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await server.call(method, path, body, token || undefined)
    answers.push(answer.text)
    return answer
  }
  const read = async <T>(path: string): Promise<T> => JSON.parse((await call('GET', path)).text)

  beforeAll(async () => {
    postgres = kind.name === 'PostgreSQL' ? await kind.create() : undefined
    const location = postgres?.location
    server = await startServerProcess({
      LOG_LEVEL: 'trace',
      ...(location && 'url' in location ? { DATABASE_URL: location.url } : {}),
    })
    await tour()
  })
  afterAll(async () => {
    await server.dispose()
    await postgres?.remove()
  })

  const tour = async () => {
    await signIn()
    await connect()
    await write()
    await send()
    await readEverything()
  }

  const signIn = async () => {
    const registration = { email, password: passwords.own, username: 'birdsong' }
    await call('POST', '/auth/register', registration)
    await call('POST', '/auth/register', { ...registration, password: passwords.other })
    await call('POST', '/auth/register', { ...registration, pasword: passwords.other })
    await call('POST', '/auth/register', `{"email":"${email}","password":"${passwords.other}`)
    await call('POST', '/auth/login', { email, password: passwords.wrong })
    await call('POST', '/auth/login', { email: 'nobody@example.com', password: passwords.wrong })
    await call('POST', '/auth/login', { email, password: [passwords.wrong] })
    const { text } = await server.call('POST', '/auth/login', { email, password: passwords.own })
    token = JSON.parse(text).access_token
    const script = { name: 'Canary script', scope: 'draft', days: 30 }
    apiToken = JSON.parse((await server.call('POST', '/auth/api-tokens', script, token)).text).token
  }

  const connect = async () => {
    await call('POST', '/groups', { name: 'canaries', description: 'They sing' })
    for (const agent of agents) await call('POST', '/twitter/accounts', { ...agent, group: 'canaries' })
    await call('POST', '/twitter/accounts', { ...agents[0], group: 'canaries' })
    await call('POST', '/twitter/accounts', { ...refused, group: 'canaries' })
    const row = { username: '@canary_row', ...malformed, group: 'canaries' }
    await call('POST', '/twitter/accounts', { ...row, group: 'nowhere' })
    await call('POST', '/twitter/accounts', { ...row, extra: malformed.api_key })
    await call('POST', '/twitter/accounts', { ...row, api_key: [malformed.api_key] })
    await call('POST', '/twitter/accounts', { ...row, api_key: `${malformed.api_key}\0` })
    await call('POST', '/twitter/accounts', { ...row, api_key: malformed.api_key.repeat(300) })
    await call('POST', '/twitter/accounts', { ...row, username: 'x'.repeat(60) })
    await call('POST', '/twitter/accounts', `{"username":"@x","api_key":"${malformed.api_key}"`)
    await call('POST', '/twitter/accounts', `{"__proto__":{"api_key":"${malformed.api_key}"}}`)
    await call('PUT', '/twitter/accounts/1', { access_token_secret: agents[0]?.access_token_secret })
    await call('PUT', '/twitter/accounts/999', malformed)
    for (const { id } of await read<{ id: number }[]>('/twitter/accounts?group=')) {
      await call('POST', `/twitter/accounts/${id}/verify`)
    }
  }

  const write = async () => {
    await call('POST', '/sandbox/sample')
    await call('POST', '/ai-roles', {
      name: 'Canary',
      model_name: 'sandbox-mini',
      category: 'Birds',
      system_prompt: 'Sing about everything.',
      background_story: 'Born in a mine.',
      version: '1',
      language: 'English',
    })
    await call('POST', '/twitter/tweet/content', { tweet_url: 'https://x.com/brewlab/status/1999999999999999999' })
  }

  const send = async () => {
    const roles = await read<{ id: number }[]>('/ai-roles?skip=0&limit=100')
    const post = { tweet_url: 'https://x.com/brewlab/status/1999999999999999999' }
    const { tweet_id } = JSON.parse((await call('POST', '/twitter/tweet/content', post)).text)
    const drafted = await call('POST', '/twitter/tweet/generate-reply', { tweet_id, role_id: roles[0]?.id, count: 3 })
    const replies: { reply_id: string }[] = JSON.parse(drafted.text).replies
    await server.standIn('x', '', {
      rules: [
        { match: { method: 'POST', account: 'canary_one' }, do: { answer: 'unauthorized' } },
        { match: { method: 'POST', account: 'canary_two' }, times: 1, do: { answer: 'html' } },
      ],
    })
    const sent = await call('POST', '/twitter/tweet/batch-post-replies', {
      reply_ids: replies.map(({ reply_id }) => reply_id),
      group_name: 'canaries',
    })
    const { task_id } = JSON.parse(sent.text)
    await untilTried(task_id)
    await call('POST', `/tasks/${task_id}/retry`)
  }

  const untilTried = async (taskId: string) => {
    for (;;) {
      const { items } = await read<{ items: { attempts: { finished_at: string | null }[] }[] }>(`/tasks/${taskId}`)
      if (items.every(({ attempts }) => attempts.some(({ finished_at }) => finished_at !== null))) return
      await delay(50)
    }
  }

  const readEverything = async () => {
    const lists = ['/groups', '/ai-roles?skip=0&limit=100', '/openai/models', '/tasks/?limit=100', '/audit', '/meta']
    for (const path of lists) await call('GET', path)
    for (const { id } of await read<{ id: number }[]>('/twitter/accounts?group=')) {
      await call('GET', `/twitter/accounts/${id}`)
    }
    for (const { id } of await read<{ id: string }[]>('/tasks/?limit=100')) await call('GET', `/tasks/${id}`)
    await call('GET', '/auth/api-tokens')
    for (const path of ['/groups', '/audit', '/nowhere']) await server.call('GET', path, undefined, apiToken)
    await call('GET', '/nowhere')
    await call('GET', '/openapi.json')
  }

  it('were used: X accepted and refused the credentials of this tour', async () => {
    const requests: { account?: string; path: string }[] = JSON.parse(await server.standIn('x', '/requests'))
    const posting = requests.filter(({ path }) => path === '/2/tweets').map(({ account }) => account)
    expect(posting).toEqual(expect.arrayContaining(['canary_one', 'canary_two', 'canary_three']))
    const accounts = await read<{ username: string; inactive_reason: string | null }[]>(
      '/twitter/accounts?group=canaries',
    )
    expect(accounts.find(({ username }) => username === refused.username)?.inactive_reason).toMatch(/^Unauthorized\. /)
  })

  it('are in no answer', () => {
    expect(found(answers.join('\n'), [...secrets, token, apiToken])).toEqual([])
    expect(answers.join('\n')).toContain('canary_one')
  })

  it('are in no log line', () => {
    expect(server.output()).toContain('"route":"/api/v1/twitter/accounts"')
    expect(found(server.output(), [...secrets, token, apiToken])).toEqual([])
  })

  it('are in no row of the database, its files, or any other file of the data folder', async () => {
    const rows = JSON.stringify(await contentOfProduct())
    expect(rows).toContain('canary_one')
    expect(found(rows, [...secrets, token, apiToken])).toEqual([])
    for (const [name, content] of server.files()) {
      expect({ name, found: found(content.toString('latin1'), [...secrets, token, apiToken]) }).toEqual({
        name,
        found: [],
      })
    }
  })

  it('are in no backup', () => {
    const backup = contentOfBackup(join(server.dataDir, 'backup'))
    expect(backup).toContain('canary_one')
    expect(found(backup, [...secrets, token, apiToken])).toEqual([])
  })

  it('are in no prompt, and in nothing that the stand-ins store', async () => {
    const prompts = await server.standIn('model', '/requests')
    expect(prompts).toContain('Output rules')
    const kept = [prompts, await server.standIn('x', '/requests'), await server.standIn('x', '/posts')].join('\n')
    expect(found(kept, [...secrets, token, apiToken])).toEqual([])
  })

  it("are not in the server's record of a lost session", async () => {
    await call('POST', '/auth/logout')
    const { status, text } = await call('GET', '/groups')
    expect([status, text]).toEqual([401, '{"detail":"Sign in to continue"}'])
  })

  const contentOfBackup = (file: string): string => {
    const location = postgres?.location
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: server.dataDir,
      ...(location && 'url' in location ? { DATABASE_URL: location.url } : {}),
    }
    const made = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/backup.ts', file], { env, encoding: 'utf8' })
    expect(made).toMatchObject({ status: 0, stdout: `Backup: ${file}\n` })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    return postgres
      ? spawnSync('pg_restore', ['--file=-', file], { encoding: 'utf8' }).stdout
      : readFileSync(file, 'latin1')
  }

  const contentOfProduct = async () => {
    if (postgres) return contentOf(postgres.db)
    const opened = await openDatabase({ file: `${server.dataDir}/auto-comment-bot.db` })
    const content = await contentOf(opened.db)
    await opened.close()
    return content
  }
})

const found = (text: string, wanted: string[]): string[] =>
  wanted.filter((secret) =>
    [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      Buffer.from(secret).toString('hex'),
      [...secret].reverse().join(''),
    ].some((form) => text.includes(form)),
  )
