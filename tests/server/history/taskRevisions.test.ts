import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../server/db/database'
import { accountScope, appScope, budgetScope, doubtScope, pausedScope, restScope } from '../../../server/db/holdScopes'
import { Statements } from '../../../server/db/statements'
import { initialColumns } from '../../../server/posting/protocol/item'
import { timestamp } from '../../../server/time/clock'
import { databasesHere, sqlite } from '../../support/databases'
import { type Operator, startTestServer, type TestServer } from '../../support/server'
import { sampleAccount } from '../../support/serverFakes'

const at = '2026-03-01T08:00:00.000Z'
const taskId = '5a5a5a5a5a5a'
const reads = ['/tasks/?limit=20', '/tasks/open', '/tasks/handed-over', `/tasks/${taskId}`, '/audit?limit=50']

const ask = ({ app }: TestServer, { token }: Operator, path: string, etag?: string) =>
  app.inject({
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, ...(etag ? { 'if-none-match': etag } : {}) },
  })

const furnish = async (server: TestServer): Promise<Operator> => {
  const ada = await server.operator('ada@example.com')
  await ada.call('POST', '/twitter/accounts', sampleAccount('mara'))
  const { db } = server.database
  await db.updateTable('accounts').set({ x_app: 'app-1' }).execute()
  const { id: owner_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const { id: account_id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const dated = { owner_id, created_at: at, updated_at: at }
  await db
    .insertInto('posts')
    .values({
      ...{ owner_id, tweet_id: '77', text: 'What helps?', author_id: '5', author_username: 'zoe', author_name: 'Zoe' },
      ...{ posted_at: at, fetched_at: at, context: null, standing: null },
    })
    .execute()
  await db
    .insertInto('tasks')
    .values({
      ...dated,
      id: taskId,
      kind: 'batch',
      request_hash: 'h',
      error: null,
      tweet_id: '77',
      characters: null,
      group_name: null,
    })
    .execute()
  const item = (position: number) => ({
    ...initialColumns(at),
    ...dated,
    task_id: taskId,
    position,
    reply_id: `00000000000${position}`,
    account_id,
    twitter_username: '@mara',
    author_id: '1',
    target_tweet_id: '77',
    content: `Reply & ${position}`,
  })
  await db
    .insertInto('task_items')
    .values([
      { ...item(0), state: 'completed', attempts: 1, reply_tweet_id: '900' },
      { ...item(1), state: 'queued' },
      { ...item(2), state: 'handed_over', handed_over_at: at },
    ])
    .execute()
  const { id: item_id } = await db
    .selectFrom('task_items')
    .select('id')
    .where('position', '=', 0)
    .executeTakeFirstOrThrow()
  await db.insertInto('attempts').values({ item_id, epoch: 'e', started_at: at, outcome: 'sending' }).execute()
  await db.insertInto('audit').values({ owner_id, at, action: 'task.made', subject: 'old', detail: null }).execute()
  return ada
}

type Change = (db: OpenDatabase['db'], ownerId: number, accountId: number) => Promise<unknown>

const holdOf =
  (scopeOf: (ownerId: number, accountId: number) => string): Change =>
  (db, ownerId, accountId) =>
    db
      .insertInto('holds')
      .values({
        scope: scopeOf(ownerId, accountId),
        until: timestamp(Date.now() + 3_600_000),
        reason: 'X',
        created_at: at,
      })
      .execute()

const list = (db: OpenDatabase['db'], person: { owner_id: number; username: string; x_user_id: string | null }) =>
  db
    .insertInto('do_not_reply')
    .values({ ...person, username_key: person.username.slice(1), reason: 'Wrote', since: at })
    .execute()

/** In an order in which each is visible; the last ones remove what the others need. */
const changes: [string, { path: string; change: Change }][] = [
  [
    'a reply comes to rest',
    {
      path: '/tasks/?limit=20',
      change: (db) =>
        db.updateTable('task_items').set({ state: 'failed', error: 'No' }).where('position', '=', 0).execute(),
    },
  ],
  [
    'an attempt ends',
    {
      path: `/tasks/${taskId}`,
      change: (db) => db.updateTable('attempts').set({ finished_at: at, outcome: 'posted' }).execute(),
    },
  ],
  [
    'another attempt begins',
    {
      path: `/tasks/${taskId}`,
      change: async (db) => {
        const { id: item_id } = await db
          .selectFrom('task_items')
          .select('id')
          .where('position', '=', 1)
          .executeTakeFirstOrThrow()
        await db.insertInto('attempts').values({ item_id, epoch: 'f', started_at: at, outcome: 'sending' }).execute()
      },
    },
  ],
  [
    'a reply waits for a person',
    {
      path: '/tasks/open',
      change: (db) => db.updateTable('task_items').set({ state: 'needs_review' }).where('position', '=', 0).execute(),
    },
  ],
  [
    'a reply to post by hand has another text',
    {
      path: '/tasks/handed-over',
      change: (db) => db.updateTable('task_items').set({ content: 'Other' }).where('position', '=', 2).execute(),
    },
  ],
  [
    'the post is read again',
    { path: '/tasks/?limit=20', change: (db) => db.updateTable('posts').set({ text: 'What helped?' }).execute() },
  ],
  [
    'who wrote the post asks to be left alone',
    { path: '/tasks/handed-over', change: (db, owner_id) => list(db, { owner_id, username: '@zoe', x_user_id: null }) },
  ],
  [
    'why is said in other words',
    {
      path: `/tasks/${taskId}`,
      change: (db) => db.updateTable('do_not_reply').set({ reason: 'By letter' }).execute(),
    },
  ],
  [
    'somebody else asks instead',
    {
      path: `/tasks/${taskId}`,
      change: async (db, owner_id) => {
        await db.deleteFrom('do_not_reply').execute()
        await list(db, { owner_id, username: '@other', x_user_id: '6' })
      },
    },
  ],
  [
    'X says that it was he who wrote it',
    { path: '/tasks/handed-over', change: (db) => db.updateTable('posts').set({ author_id: '6' }).execute() },
  ],
  [
    'X says that it was not',
    { path: `/tasks/${taskId}`, change: (db) => db.updateTable('posts').set({ author_id: '5' }).execute() },
  ],
  [
    'the post comes to the inbox as his',
    {
      path: '/tasks/handed-over',
      change: (db, owner_id, account_id) =>
        db
          .insertInto('mentions')
          .values({
            ...{ owner_id, account_id, tweet_id: '77', kind: 'mention', author_id: '6', author_username: 'renamed' },
            ...{ author_key: 'renamed', author_name: '', text: 'What helps?', posted_at: at, received_at: at },
            asks_to_stop: 0,
          })
          .execute(),
    },
  ],
  [
    'it is not his in the inbox',
    { path: `/tasks/${taskId}`, change: (db) => db.updateTable('mentions').set({ author_id: '7' }).execute() },
  ],
  [
    'it is his by name',
    {
      path: `/tasks/${taskId}`,
      change: (db) => db.updateTable('mentions').set({ author_username: 'Other', author_key: 'other' }).execute(),
    },
  ],
  ['it leaves the inbox', { path: '/tasks/handed-over', change: (db) => db.deleteFrom('mentions').execute() }],
  [
    'the account is found inactive',
    {
      path: `/tasks/${taskId}`,
      change: (db) => db.updateTable('accounts').set({ is_active: 0, inactive_reason: 'gone' }).execute(),
    },
  ],
  [
    'the account is active again',
    {
      path: `/tasks/${taskId}`,
      change: (db) => db.updateTable('accounts').set({ is_active: 1, inactive_reason: null }).execute(),
    },
  ],
  ['the account rests', { path: `/tasks/${taskId}`, change: holdOf((_, id) => restScope(id)) }],
  ['a rest is called off', { path: `/tasks/${taskId}`, change: (db) => db.deleteFrom('holds').execute() }],
  ['the account is doubted', { path: `/tasks/${taskId}`, change: holdOf((_, id) => doubtScope(id)) }],
  [
    'a doubt takes longer',
    {
      path: `/tasks/${taskId}`,
      change: (db) =>
        db
          .updateTable('holds')
          .set({ until: timestamp(Date.now() + 7_200_000) })
          .execute(),
    },
  ],
  [
    'the account has a quota',
    {
      path: `/tasks/${taskId}`,
      change: (db, owner, id) =>
        db
          .deleteFrom('holds')
          .execute()
          .then(() => holdOf((_, account) => accountScope(account))(db, owner, id)),
    },
  ],
  [
    'the app has a quota',
    {
      path: `/tasks/${taskId}`,
      change: (db, owner, id) =>
        db
          .deleteFrom('holds')
          .execute()
          .then(() => holdOf(() => appScope('app-1'))(db, owner, id)),
    },
  ],
  ['the app is paused', { path: '/tasks/?limit=20', change: holdOf(() => pausedScope('app-1')) }],
  ['the budget is used up', { path: '/tasks/open', change: holdOf((owner) => budgetScope(owner)) }],
  [
    'the account is of another app',
    {
      path: '/tasks/?limit=20',
      change: async (db) => {
        await db.deleteFrom('holds').where('scope', 'like', 'budget:%').execute()
        await db.updateTable('accounts').set({ x_app: 'app-2' }).execute()
      },
    },
  ],
  [
    'an old line of the audit trail goes',
    { path: '/audit?limit=50', change: (db) => db.deleteFrom('audit').where('chain', 'is', null).execute() },
  ],
  ['the account is deleted', { path: `/tasks/${taskId}`, change: (db) => db.deleteFrom('accounts').execute() }],
  ['the task is deleted', { path: '/tasks/?limit=20', change: (db) => db.deleteFrom('tasks').execute() }],
]

describe.each(databasesHere())('answers about tasks on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let elsewhere: OpenDatabase
  let ids: [ownerId: number, accountId: number]

  beforeAll(async () => {
    server = await startTestServer(create)
    ada = await furnish(server)
    elsewhere = await openDatabase(server.database.location)
    const account = await elsewhere.db.selectFrom('accounts').select(['owner_id', 'id']).executeTakeFirstOrThrow()
    ids = [account.owner_id, account.id]
  })
  afterAll(async () => {
    await elsewhere.close()
    await server.close()
  })

  it('are known again while nothing has changed, even by another server', async () => {
    for (const path of reads) {
      const first = await ask(server, ada, path)
      const again = await ask(server, ada, path, String(first.headers.etag))
      expect([first.statusCode, again.statusCode, again.body], path).toEqual([200, 304, ''])
    }
  })

  it('belong to their operator', async () => {
    const grace = await server.operator('grace@example.com')
    await ask(server, ada, '/tasks/?limit=20')
    expect((await ask(server, grace, '/tasks/?limit=20')).json()).toEqual([])
    expect((await ask(server, grace, `/tasks/${taskId}`)).statusCode).toBe(404)
  })

  it('have no link to X for a person on the do-not-reply list, and one again after the removal', async () => {
    const pages = async () => {
      const [handed, task] = [await ask(server, ada, '/tasks/handed-over'), await ask(server, ada, `/tasks/${taskId}`)]
      return [handed.json().items[0], task.json().items[2]].map(({ intent_url }) => intent_url)
    }
    const page = 'https://x.com/intent/tweet?in_reply_to=77&text=Reply%20%26%202'
    expect(await pages()).toEqual([page, page])
    const listed = await ada.call('POST', '/do-not-reply', { username: 'zoe', reason: '' })
    expect(await pages()).toEqual([null, null])
    await ada.call('DELETE', `/do-not-reply/${(listed.body as { id: number }).id}`)
    expect(await pages()).toEqual([page, page])
  })

  it.each(changes)('change once, in another process, %s', async (_, { path, change }) => {
    const before = await ask(server, ada, path)
    await change(elsewhere.db, ...ids)
    const after = await ask(server, ada, path, String(before.headers.etag))
    expect(after.statusCode).toBe(200)
    expect(after.json()).not.toEqual(before.json())
  })

  it('are forgotten when their operator is deleted', async () => {
    const { db } = server.database
    const written = () => db.selectFrom('task_revisions').select('owner_id').where('owner_id', '=', ids[0]).execute()
    expect(await written()).not.toEqual([])
    await db.deleteFrom('users').where('id', '=', ids[0]).execute()
    expect(await written()).toEqual([])
  })
})

describe('reads of known tasks', () => {
  let server: TestServer
  let ada: Operator
  beforeAll(async () => {
    server = await startTestServer(sqlite.create)
    ada = await furnish(server)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  afterAll(() => server.close())

  it("read neither tasks nor items nor lines, and after another operator's write only the session", async () => {
    const etags = await Promise.all(reads.map(async (path) => String((await ask(server, ada, path)).headers.etag)))
    await server.operator('grace@example.com')
    const prepare = vi.spyOn(Statements.prototype, 'prepare')
    const answers = []
    for (const [index, path] of reads.entries()) answers.push(await ask(server, ada, path, etags[index]))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(reads.map(() => 304))
    const statements = prepare.mock.calls.map(([sql]) => sql)
    expect(statements).toEqual([expect.stringContaining('from "sessions"')])
    expect(statements.join()).not.toMatch(/"(?:tasks|task_items|attempts|posts|holds|audit)"/)
  })

  it('are repeated when the clock has ended a hold, even without a write', async () => {
    const { db } = server.database
    const ends = Date.now() + 60_000
    await db
      .insertInto('holds')
      .values({ scope: pausedScope('app-1'), until: timestamp(ends), reason: 'no credits', created_at: at })
      .execute()
    const paused = await ask(server, ada, '/tasks/?limit=20')
    vi.useFakeTimers({ toFake: ['Date'], now: ends })
    const goesOn = await ask(server, ada, '/tasks/?limit=20', String(paused.headers.etag))
    expect([paused.json()[0].paused.by, goesOn.json()[0].paused]).toEqual(['app', null])
    vi.setSystemTime(ends - 30_000)
    expect((await ask(server, ada, '/tasks/?limit=20')).json()).toEqual(paused.json())
  })

  it('are repeated when the time of a queued reply has come, even without a write', async () => {
    const { db } = server.database
    const due = Date.now() + 60_000
    await db.deleteFrom('holds').execute()
    await db
      .updateTable('task_items')
      .set({ next_at: timestamp(due) })
      .where('state', '=', 'queued')
      .execute()
    const reason = async () => (await ask(server, ada, `/tasks/${taskId}`)).json().items[1].waits_for
    const before = await reason()
    vi.useFakeTimers({ toFake: ['Date'], now: due })
    expect([before, await reason()]).toEqual(['undo', 'turn'])
  })
})
