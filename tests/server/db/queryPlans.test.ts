import Sqlite from 'libsql'
import { afterEach, expect, it, vi } from 'vitest'
import { Statements } from '../../../server/db/statements'
import { XError } from '../../../server/x/types'
import { type CallName, contract } from '../../../src/schemas/contract'
import type { CreationOptions } from '../../../src/schemas/security/passkeys'
import type { RequestOptions } from '../../../src/schemas/session/passkeySignIn'
import { createAuthenticator } from '../../support/authenticator'
import { codeAt } from '../../support/codes'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { lost, problem } from '../../support/fakeX'
import { sampleAccount, sampleRole } from '../../support/serverFakes'
import { until } from '../../support/waiting'

/** They stay as small as an operator's settings; the last five are built by our own queries. */
const small = [
  'CONSTANT',
  'groups',
  'instance',
  'new_answers',
  'roles',
  'users',
  'later',
  'moments',
  'waiting',
  'newest',
  'earlier',
  'pragma_schema_version',
]

/** Operators are deleted rarely, so SQLite's searches of a deletion have no index. */
const seldom = /^delete from "users"/

let server: DeliveringServer | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await server?.close()
})

/** Calls everything except the sample data of sandboxes, in an order in which the records exist. */
const askForAll = async ({ me, postedTo, database }: DeliveringServer): Promise<Set<CallName>> => {
  const asked = new Set<CallName>()
  const ask = async (name: CallName, ids: unknown[] = [], body?: unknown) => {
    const { method, path } = contract[name]
    const answer = await me.call(
      method,
      path.replace(/\{\w+\}/g, () => String(ids.shift())),
      body,
    )
    expect(answer, name).toMatchObject({ status: contract[name].status })
    asked.add(name)
    return answer.body as Answered
  }
  const generate = async (count: number) => {
    const { replies = [] } = await ask('generateReplies', [], { tweet_id: '1', role_id: 1, count })
    return replies.map(({ reply_id }) => reply_id)
  }
  const settled = (taskId?: string) =>
    until(async () => {
      const { items = [] } = await ask('getTask', [taskId])
      return items.every(({ status }) => ['completed', 'failed', 'needs_review'].includes(status)) && items
    })

  await ask('getMeta')
  await ask('register', [], { email: 'ada@example.com', password: 'correct horse battery', username: 'ada' })
  await ask('login', [], { email: 'ada@example.com', password: 'correct horse battery' })
  for (const name of ['launch', 'spare']) await ask('createGroup', [], { name, description: 'd' })
  for (const name of ['ida', 'otto']) await ask('createAccount', [], sampleAccount(name, 'launch'))
  const lists = [
    'listGroups',
    'listAccounts',
    'listRoles',
    'listModels',
    'listProviders',
    'listAudit',
    'listAccess',
    'listNewAnswers',
  ] as const
  for (const name of lists) await ask(name)
  await ask('getGroup', [1])
  await ask('updateGroup', [1], { name: 'crew', description: 'd' })
  await ask('getAccount', [1])
  await ask('createRole', [], sampleRole)
  await ask('getRole', [1])
  await ask('updateRole', [1], sampleRole)
  const saved = { name: 'Thanks', kind: 'opening', text: 'Thank you, {name}!' }
  await ask('createSavedReply', [1], saved)
  await ask('listSavedReplies', [1])
  await ask('updateSavedReply', [1, 1], { ...saved, kind: 'reply' })
  await ask('deleteSavedReply', [1, 1])
  await ask('fetchContent', [], { tweet_url: '1' })
  await ask('getEligibility', [1])
  expect(await me.call('GET', '/twitter/tweet/1/eligibility?group=crew')).toMatchObject({ body: { order: [1, 2] } })

  const [first = '', second = '', third = ''] = await generate(3)
  await ask('getReply', [first])
  await ask('getPrompt', [first])
  await ask('updateReply', [first], { content: 'Rewritten by hand' })
  postedTo.fate = ({ count }) => (count > 1 ? { posts: true } : { posts: false, outcome: problem(422, 'no') })
  const batch = await ask('batchPostReplies', [], { reply_ids: [first, second], group_name: 'crew' })
  await settled(batch.task_id)
  await ask('listTasks')
  await ask('listOpenTasks')
  await ask('listManualReplies')
  await ask('retryTask', [batch.task_id])
  await ask('getSpending')
  await ask('getTaskSpending', [batch.task_id])
  const [posted] = await settled(batch.task_id)
  await ask('getItemHistory', [batch.task_id, posted?.id])
  await ask('setBudget', [], { daily: 5_000_000_000 })
  await ask('getModelSpending')
  await ask('setModelBudget', [], { daily: 5_000_000_000 })
  await ask('tryModel', [], { model_name: 'gpt-test' })
  await settled(batch.task_id)

  postedTo.readError = new XError('Service Unavailable', 503)
  postedTo.fate = () => lost(true)
  const sent = postedTo.requests.length
  const solo = await ask('postReply', [], { reply_id: third, twitter_account_id: 1 })
  await until(() => postedTo.requests.length > sent)
  await ask('updateAccount', [1], { username: '@ida' })
  await ask('getConnection')
  await me.call('GET', '/x/connection?limit=1&cursor=1')
  await ask('startConsent', [], { group: 'crew', account_id: 2 })
  const consent = await database.db
    .selectFrom('x_consents')
    .select('id')
    .where('owner_id', '=', 1)
    .executeTakeFirstOrThrow()
  await ask('getConsent', [consent.id])
  await ask('moveAccount', [2])
  await ask('verifyAccount', [2])
  await ask('updateWatch', [2], { on: true })
  const watched = { owner_id: 1, account_id: 2, tweet_id: '5', kind: 'mention', author_id: '6', text: 't' } as const
  const named = { author_username: 'zoe', author_key: 'zoe', author_name: 'Zoe', asks_to_stop: 0 } as const
  await database.db
    .insertInto('mentions')
    .values({ ...watched, ...named, posted_at: 'p', received_at: 'r', dismissed_at: null })
    .execute()
  await ask('getInbox')
  await ask('updateMention', [1], { state: 'dismissed' })
  await ask('addDoNotReply', [], { username: '@zoe' })
  await ask('listDoNotReply')
  await ask('deleteDoNotReply', [1])
  await ask('deleteAccount', [1])
  const [item] = await settled(solo.task_id)
  await ask('decideItem', [solo.task_id, item?.id], { action: 'give_up' })
  await ask('deleteRole', [1])
  await ask('deleteGroup', [2])

  await ask('listOperators')
  const other = 2
  await ask('getMe')
  await ask('dismissNotice')
  await ask('inviteOperator')
  const [{ id: invitation }] = (await ask('listGrants')) as unknown as [{ id: number }]
  await ask('endGrant', ['invitation', invitation])
  const { token } = await ask('resetOperator', [other])
  await ask('resetPassword', [], { token, password: 'better horse battery' })
  await ask('getAllowances')
  await ask('getOperatorAllowances', [other])
  await ask('setOperatorAllowances', [other], { model_calls: 9, tokens: 9, sends: 9, stored_bytes: 9 })
  const { id: scripts } = await ask('createApiToken', [], { name: 'Night script', scope: 'read', days: 30 })
  await ask('listApiTokens')
  await ask('endApiToken', [scripts])
  await ask('getSecondFactor')
  const { secret } = await ask('startSecondFactor', [], { current_password: 'correct horse battery' })
  const { recovery_codes } = await ask('enrolSecondFactor', [], { code: codeAt(secret, 0) })
  await ask('confirmSession', [], { code: recovery_codes?.[0] })
  await ask('renewRecoveryCodes')
  const { challenge } = await ask('login', [], { email: 'operator@example.com', password: 'correct horse battery' })
  await ask('answerLogin', [], { challenge, code: codeAt(secret, 1) })
  const device = createAuthenticator()
  const creation = (await ask('startPasskey', [], {})) as unknown as CreationOptions
  const { passkey } = await ask('createPasskey', [], { label: 'Blue laptop', credential: device.create(creation) })
  await ask('listPasskeys')
  const signed = async (name: 'startConfirmation' | 'startPasskeySignIn', body?: object) =>
    device.get((await ask(name, [], body)) as unknown as RequestOptions)
  await ask('confirmByPasskey', [], { credential: await signed('startConfirmation') })
  await ask('answerPasskeySignIn', [], { credential: await signed('startPasskeySignIn', {}) })
  const after = await ask('login', [], { email: 'operator@example.com', password: 'correct horse battery' })
  const waiting = { challenge: after.challenge }
  await ask('answerPasskeySignIn', [], { ...waiting, credential: await signed('startPasskeySignIn', waiting) })
  await ask('renamePasskey', [passkey?.id], { label: 'Grey laptop' })
  await ask('deletePasskey', [passkey?.id])
  await ask('removeSecondFactor')
  await database.db
    .insertInto('second_factors')
    .values({ user_id: other, secret: '', enrolled_at: 'e', last_step: 0, wrong_codes: 0, wrong_since: 'w' })
    .execute()
  await ask('removeOperatorFactor', [other])
  await ask('updateOperator', [other], { disabled: true })
  await ask('deleteOperator', [other])
  const mine = { email: 'operator@example.com', password: 'correct horse battery' }
  await ask('login', [], mine)
  await ask('listSessions')
  const [own, latest] = await database.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', 1)
    .orderBy('id')
    .execute()
  if (!own || !latest) throw new Error('two sessions are needed')
  await ask('endSession', [latest.id])
  await ask('changePassword', [], { current_password: mine.password, new_password: 'better horse battery' })
  await ask('logout')
  await database.db.insertInto('sessions').values(own).execute()
  await ask('endOtherSessions')
  await ask('endSessions')
  return asked
}

interface Answered {
  id?: number
  secret?: string
  recovery_codes?: string[]
  challenge?: string
  passkey?: { id: number }
  token?: string
  task_id?: string
  replies?: { reply_id: string }[]
  items?: { id: number; status: string }[]
}

it('finds its rows by an index in every growing table, for every call', async () => {
  const prepare = vi.spyOn(Statements.prototype, 'prepare')
  server = await startDeliveringServer()
  prepare.mockClear()
  const asked = await askForAll(server)
  expect(Object.keys(contract).filter((name) => !asked.has(name as CallName))).toEqual(['loadSample'])

  const { location } = server.database
  const database = new Sqlite('file' in location ? location.file : '')
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter(
    (sql) => /^\s*(select|update|delete)/.test(sql) && !seldom.test(sql),
  )
  const readWhole = statements.flatMap((sql) => {
    const plan = database
      .prepare(`explain query plan ${sql}`)
      .raw()
      .all(...sql.matchAll(/\?/g)) as [number, number, number, string][]
    return plan.filter(([, , , step]) => readsAll(step)).map(([, , , step]) => `${step}: ${sql}`)
  })
  database.close()
  expect(readWhole).toEqual([])
})

/** A step that scans, or that searches without a condition, reads every row (https://sqlite.org/eqp.html). */
const readsAll = (step: string): boolean => {
  const table = /^SCAN (\w+)/.exec(step)?.[1] ?? /^SEARCH (\w+)$/.exec(step)?.[1]
  return table !== undefined && !small.includes(table)
}
