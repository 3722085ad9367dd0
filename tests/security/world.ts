import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { sandboxAccounts } from '../../sandbox/accounts-data'
import { createGeneration } from '../../server/db/generation'
import type { Database, NewRow } from '../../server/db/schema'
import { createDelivery } from '../../server/posting/delivery'
import { openCredentials } from '../../server/security/credentials'
import { createVault } from '../../server/security/vault'
import { timestamp } from '../../server/time/clock'
import { type Credentials, credentialNames } from '../../src/schemas/accounts/accounts'
import type { DatabaseKind } from '../support/databases'
import { createFakeX, type FakeX } from '../support/fakeX'
import { type Operator, startTestServer, type TestServer, testKey, testSettings } from '../support/server'
import { sampleReading } from '../support/serverFakes'

export interface World extends TestServer {
  postedX: FakeX
  logLines: string[]
  dispose(): Promise<void>
}

export const startWorld = async (kind: DatabaseKind): Promise<World> => {
  const database = await kind.create()
  const folder = mkdtempSync(join(tmpdir(), 'acb-world-'))
  const logLines: string[] = []
  const log: Logger = pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) })
  const vault = createVault([testKey])
  const postedX = createFakeX()
  postedX.readPost = async (id) => sampleReading(id)
  postedX.getMe = async ({ access_token }: Credentials) => ({
    id: access_token,
    username: access_token.replace('-access_token', ''),
  })
  const delivery = createDelivery({
    db: database.db,
    x: postedX,
    openCredentials: (row) => openCredentials(vault, row),
    clock: () => new Date(),
    config: {
      settleMs: 1000,
      proofMs: 5000,
      deadlineMs: 1000,
      autoResend: true,
      concurrency: 1,
      replyRule: 'open',
      readFirst: false,
    },
    log,
    generation: createGeneration(join(folder, 'instance.json')),
  })
  const server = await startTestServer(async () => database, {
    x: postedX,
    vault,
    delivery,
    log,
    settings: { ...testSettings, quietMs: 20 },
    callsPerMinute: {},
    sandbox: { accounts: (count, group) => sandboxAccounts(count, { group }), csv: () => '' },
  })
  return {
    ...server,
    postedX,
    logLines,
    async dispose() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Estate {
  ownerId: number
  sessionId: number
  apiTokenId: number
  passkeyId: number
  groupId: number
  groupName: string
  accountId: number
  roleId: number
  savedReplyId: number
  tweetId: string
  replyId: string
  freeReplyId: string
  taskId: string
  itemId: number
  failedTaskId: string
  consentId: string
  mentionId: number
  personId: number
}

type Named = string | number | string[]

/** The value of each field of a request that names a record of the estate's owner. */
export const recordsOf = (estate: Estate): Record<string, Named> => {
  const { ownerId: _owner, groupName, freeReplyId, failedTaskId: _failed, ...ids } = estate
  return {
    ...ids,
    grantId: estate.apiTokenId,
    replyId: freeReplyId,
    reply_id: freeReplyId,
    reply_ids: [freeReplyId],
    account_id: estate.accountId,
    twitter_account_id: estate.accountId,
    role_id: estate.roleId,
    tweet_id: estate.tweetId,
    group: groupName,
    group_name: groupName,
  }
}

/** A value of the same form that names no record. */
export const missingFor = (named: Named): Named => {
  if (typeof named === 'number') return 999_999
  return typeof named === 'string' ? named.replaceAll(/\w/g, '1') : named.map((each) => each.replaceAll(/\w/g, '1'))
}

/** Every check of a second factor lets these sessions pass. */
export const confirmSessions = async (db: Kysely<Database>, ownerId: number): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ confirmed_at: timestamp(), failed_confirmations: 0 })
    .where('user_id', '=', ownerId)
    .execute()
}

export const insertPasskey = (db: Kysely<Database>, ownerId: number, label: string) =>
  db
    .insertInto('passkeys')
    .values({
      user_id: ownerId,
      credential_id: `credential-of-${label}`,
      public_key: '',
      counter: 0,
      transports: '',
      label,
      synced: 0,
      created_at: '2026-01-02T03:04:05.000Z',
      last_used_at: null,
      blocked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const credentialsWith = (prefix: string): Credentials =>
  Object.fromEntries(credentialNames.map((name) => [name, `${prefix}-${name}`])) as Credentials

/** @param name unique, and part of every text of the operator. */
export const settle = async (world: World, { call }: Operator, name: string, tweetId: string): Promise<Estate> => {
  const made = async <T>(path: string, body: object): Promise<T> => {
    const answer = await call('POST', path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.body as T
  }
  const groupName = `${name} group`
  const group = await made<{ id: number }>('/groups', { name: groupName, description: `${name} describes` })
  const account = await made<{ id: number }>('/twitter/accounts', {
    username: `@${name}`,
    ...credentialsWith(name),
    group: groupName,
  })
  const role = await made<{ id: number }>('/ai-roles', {
    name: `${name} role`,
    model_name: 'gpt-test',
    category: 'Tests',
    system_prompt: `${name} prompt`,
    background_story: `${name} story`,
    version: '1',
    language: 'English',
  })
  const saved = await made<{ id: number }>(`/ai-roles/${role.id}/saved-replies`, {
    name: `${name} thanks`,
    kind: 'opening',
    text: `${name} thanks {name}`,
  })
  await made('/twitter/tweet/content', { tweet_url: `https://x.com/maker/status/${tweetId}` })
  const { db } = world.deps
  const ownerId = await ownerOf(db, account.id)
  const [replyId = '', freeReplyId = '', failedReplyId = ''] = await insertReplies(
    db,
    { ownerId, roleId: role.id, tweetId },
    [`${name} first words`, `${name} entirely other thoughts`, `${name} and a third way to put it`],
  )
  await insertModelCall(db, ownerId, freeReplyId, `${name} told the model`)
  const sent = async (reply_id: string, state: NewRow<'task_items'>['state']) => {
    const body = { reply_id, twitter_account_id: account.id }
    const { task_id } = await made<{ task_id: string }>('/twitter/tweet/post-reply', body)
    const item = await db
      .updateTable('task_items')
      .set({ state, can_retry: state === 'failed' ? 1 : 0 })
      .where('task_id', '=', task_id)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { taskId: task_id, itemId: item.id }
  }
  const reviewed = await sent(replyId, 'needs_review')
  const failed = await sent(failedReplyId, 'failed')
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', ownerId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const apiToken = await made<{ id: number }>('/auth/api-tokens', { name: `${name} script`, scope: 'draft', days: 30 })
  const passkey = await insertPasskey(db, ownerId, name)
  await confirmSessions(db, ownerId)
  await made('/x/consents', { group: groupName })
  const consent = await db
    .selectFrom('x_consents')
    .select('id')
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const mention = await db
    .insertInto('mentions')
    .values({
      owner_id: ownerId,
      account_id: account.id,
      tweet_id: `${tweetId}7`,
      kind: 'mention',
      author_id: null,
      author_username: 'asker',
      author_key: 'asker',
      author_name: 'An asker',
      text: `${name} is asked`,
      posted_at: '2026-01-02T03:04:05.000Z',
      received_at: '2026-01-02T03:04:06.000Z',
      asks_to_stop: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const person = await made<{ id: number }>('/do-not-reply', { username: 'leave_me' })
  return {
    ownerId,
    sessionId: session.id,
    apiTokenId: apiToken.id,
    passkeyId: passkey.id,
    groupId: group.id,
    groupName,
    accountId: account.id,
    roleId: role.id,
    savedReplyId: saved.id,
    tweetId,
    replyId,
    freeReplyId,
    ...reviewed,
    failedTaskId: failed.taskId,
    consentId: consent.id,
    mentionId: mention.id,
    personId: person.id,
  }
}

const ownerOf = async (db: Kysely<Database>, accountId: number): Promise<number> =>
  (await db.selectFrom('accounts').select('owner_id').where('id', '=', accountId).executeTakeFirstOrThrow()).owner_id

/** @returns the replies' ids. */
export const insertReplies = async (
  db: Kysely<Database>,
  { ownerId, roleId, tweetId }: { ownerId: number; roleId: number; tweetId: string },
  texts: string[],
): Promise<string[]> => {
  const now = new Date().toISOString()
  const rows = texts.map((content) => ({
    id: randomBytes(6).toString('hex'),
    owner_id: ownerId,
    tweet_id: tweetId,
    role_id: roleId,
    generated_content: content,
    content,
    created_at: now,
    updated_at: now,
  }))
  await db.insertInto('replies').values(rows).execute()
  return rows.map(({ id }) => id)
}

const insertModelCall = async (db: Kysely<Database>, ownerId: number, replyId: string, words: string) => {
  const { id } = await db
    .insertInto('model_calls')
    .values({
      owner_id: ownerId,
      purpose: 'drafts',
      provider: 'model.example',
      model: 'gpt-test',
      prompt_version: 1,
      day: '2026-01-02',
      started_at: '2026-01-02T03:04:05.000Z',
      input_tokens: 12,
      output_tokens: 3,
      is_estimated: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const messages = JSON.stringify([{ role: 'system', content: words }])
  await db.insertInto('prompts').values({ call_id: id, owner_id: ownerId, bytes: messages.length, messages }).execute()
  await db.updateTable('replies').set({ call_id: id }).where('id', '=', replyId).execute()
}

const isLeftByRefusal = (table: string, row: string): boolean =>
  table === 'audit_chains' ||
  (table === 'instance' && row.includes('"key":"audit_trail"')) ||
  (table === 'audit' && row.includes('"action":"access.refused"'))

/** Every row of every table, except the rows that a refused call adds. */
export const contentOf = async (db: Kysely<Database>): Promise<Record<string, string[]>> => {
  const content: Record<string, string[]> = {}
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db)
    content[table] = rows
      .map((row) => JSON.stringify(row))
      .filter((row) => !isLeftByRefusal(table, row))
      .sort()
  }
  return content
}
