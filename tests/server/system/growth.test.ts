import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Statements } from '../../../server/db/statements'
import { listUnverified } from '../../../server/features/accounts/accountAnswers.store'
import { createAccountChecks } from '../../../server/features/accounts/checks'
import { rotateCredentials } from '../../../server/features/accounts/rotation.store'
import { deleteGroup } from '../../../server/features/groups/groups.store'
import { getTask, listTasks } from '../../../server/posting/send/tasks'
import { settleOrphans } from '../../../server/posting/verify/recover'
import { claimNext, nextDue } from '../../../server/posting/worker/claim'
import { createVault } from '../../../server/security/vault'
import { databases, databasesHere, sqlite } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'
import { startTestServer, testKey } from '../../support/server'
import { sampleAccount } from '../../support/serverFakes'

const original = pg.Client.prototype.query
const future = '9999-01-01T00:00:00.000Z'

describe.each(databasesHere())('growing tables on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it.each(['account', 'rest', 'app', 'paused'])(
    'a reply is not sent while its %s is held, but others are',
    async (scope) => {
      bench = await createBench(kind, 2)
      const [stopped, free] = bench.accounts
      for (const account of bench.accounts) {
        await bench.db
          .updateTable('accounts')
          .set({ x_app: account === stopped ? 'spent' : 'fresh' })
          .where('id', '=', account.id)
          .execute()
      }
      await bench.sendBatch(2)
      const isApp = scope === 'app' || scope === 'paused'
      const scopes = [`${scope}:${isApp ? 'spent' : stopped?.id}`, `app:other`, `paused:other`]
      const held = { until: future, reason: 'r', created_at: future }
      await bench.db
        .insertInto('holds')
        .values(scopes.map((each) => ({ ...held, scope: each })))
        .execute()
      const claimed = await claimNext({ ...bench, clock: () => new Date() }, { epoch: 'e', until: future })
      expect(claimed?.account.id).toBe(free?.id)
    },
  )

  it('a reply is sent when the hold of its account or app has ended', async () => {
    bench = await createBench(kind, 1)
    await bench.sendBatch(1)
    const ended = { until: '2026-01-01T00:00:00.000Z', reason: 'r', created_at: 'c' }
    const scopes = [`account:${bench.accounts[0]?.id}`, `rest:${bench.accounts[0]?.id}`, 'app:', 'paused:']
    await bench.db
      .insertInto('holds')
      .values(scopes.map((scope) => ({ ...ended, scope })))
      .execute()
    const store = { ...bench, clock: () => new Date() }
    expect(await nextDue(store)).toBeUndefined()
    expect((await claimNext(store, { epoch: 'e', until: future }))?.account.id).toBe(bench.accounts[0]?.id)
  })

  it('changes a task only through its items, so that not every reply writes the same row', async () => {
    bench = await createBench(kind, 2)
    const { db, ownerId, delivery } = bench
    const task_id = await bench.sendBatch(2)
    await delivery.start()
    await bench.atRest()
    const [first] = await bench.items(task_id)
    const changed = { updated_at: '2999-01-02T03:04:05.678Z' }
    await db
      .updateTable('task_items')
      .set(changed)
      .where('id', '=', first?.id ?? 0)
      .execute()
    const [stored] = await db.selectFrom('tasks').select(['created_at', 'updated_at']).execute()
    expect(stored?.updated_at).toBe(stored?.created_at)
    expect(await listTasks(db, ownerId, { limit: 1 })).toMatchObject([{ id: task_id, completed: 2, ...changed }])
    expect(await getTask(db, ownerId, task_id)).toMatchObject({ id: task_id, ...changed })
    await delivery.stop()
  })

  it('lets other calls run while the items of a deleted media agent are settled', async () => {
    bench = await createBench(kind, 1)
    const task_id = await bench.sendBatch(1)
    const [item] = await bench.items(task_id)
    if (!item) throw new Error('no item')
    const { id, ...rest } = item
    const orphans = Array.from({ length: 250 }, (_, index) => ({ ...rest, account_id: null, reply_id: `r${index}` }))
    await bench.db.insertInto('task_items').values(orphans).execute()
    let turns = 0
    let settled = false
    const others = (async () => {
      for (; !settled; turns += 1) await nextTurn()
    })()
    await settleOrphans({ ...bench, clock: () => new Date() })
    const before = turns
    settled = true
    await others
    expect(before).toBeGreaterThanOrEqual(3)
    expect(await bench.db.selectFrom('task_items').select('id').where('state', '=', 'queued').execute()).toEqual([
      { id },
    ])
  })
})

describe('many writes at once on SQLite', () => {
  it('let other work run between two of them', async () => {
    const database = await sqlite.create()
    const { db } = database
    let turns = 0
    let done = false
    const others = (async () => {
      for (; !done; turns += 1) await nextTurn()
    })()
    const long = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 200000)
      select count(*) from numbers`
    const before = turns
    await Promise.all(Array.from({ length: 6 }, () => db.transaction().execute((trx) => long.execute(trx))))
    const between = turns - before
    done = true
    await others
    await database.remove()
    expect(between).toBeGreaterThanOrEqual(5)
  })
})

const servers = databases.filter(({ name }) => name === 'PostgreSQL')

describe.runIf(servers.length > 0).each(servers)('growing data on $name only', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it('renews the revision of a list once in a transaction, and again in the next', async () => {
    bench = await createBench(kind, 12)
    const { db, ownerId } = bench
    const revision = async () =>
      (await db.selectFrom('users').select('accounts_revision').where('id', '=', ownerId).executeTakeFirstOrThrow())
        .accounts_revision
    const first = await revision()
    const written = await db.transaction().execute(async (trx) => {
      const soFar = async () => {
        const { rows } = await sql<{ written: number }>`
          select n_tup_upd as written from pg_stat_xact_user_tables where relname = 'users'`.execute(trx)
        return rows[0]?.written ?? 0
      }
      const before = await soFar()
      await deleteGroup(trx, ownerId, 1)
      await sql`set constraints all immediate`.execute(trx)
      return (await soFar()) - before
    })
    const second = await revision()
    await db.updateTable('accounts').set({ is_active: 0 }).execute()
    const third = await revision()
    expect([written, new Set([first, second, third]).size]).toEqual([1, 3])
  })

  it('a reply is claimed in one transaction of two statements, the first in the same message as begin', async () => {
    bench = await createBench(kind, 1)
    await bench.sendBatch(1)
    const said: string[] = []
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: Parameters<pg.Client['query']>
    ) {
      const [text] = given
      const answer = original.apply(this, given) as unknown as Promise<unknown>
      const verb = /\w+/.exec(String(text))?.[0] ?? ''
      said.push(verb)
      answer.then(
        () => said.push(`${verb} answered`),
        () => undefined,
      )
      return answer
    } as never)
    await claimNext({ ...bench, clock: () => new Date() }, { epoch: 'e', until: future })
    query.mockRestore()
    expect(said.filter((each) => !each.endsWith('answered'))).toEqual(['with', 'begin', 'select', 'with', 'commit'])
    expect(said.indexOf('select')).toBeLessThan(said.indexOf('begin answered'))
  })

  it.each<[what: string, index: string, ask: (bench: Bench) => Promise<unknown>]>([
    [
      'the next item to send',
      'task_items_state_owner_id_next_at_id',
      async (each) => {
        await each.sendBatch(1)
        return claimNext({ ...each, clock: () => new Date() }, { epoch: 'e', until: future })
      },
    ],
    ['when something is due', 'holds_until', (each) => nextDue({ ...each, clock: () => new Date() })],
    ['media agents that X was not asked about', 'accounts_unverified', ({ db }) => listUnverified(db)],
    ["a group's media agents by their last use", 'accounts_group_id_last_use', (each) => each.sendBatch(1)],
  ])('finds %s by the index %s, without sorting', async (_what, index, ask) => {
    bench = await createBench(kind, 1)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await ask(bench)
    const asked = query.mock.calls.map(([text, values]: unknown[]) => [String(text), values as unknown[]] as const)
    query.mockRestore()
    const plans = await bench.db.connection().execute(async (connection) => {
      for (const way of ['seqscan', 'sort', 'incremental_sort', 'bitmapscan']) {
        await sql.raw(`set enable_${way} = off`).execute(connection)
      }
      const selects = asked.filter(([text]) => /^\s*select (?!pg_notify)/.test(text))
      return Promise.all(
        selects.map(async ([text, values]) => {
          const { rows } = await connection.executeQuery(CompiledQuery.raw(`explain ${text}`, values))
          return rows.map((row) => Object.values(row as object).join()).join('\n')
        }),
      )
    })
    expect(plans.join('\n')).toContain(` using ${index} `)
    expect(plans.filter((plan) => /Seq Scan|Sort/.test(plan))).toEqual([])
  })
})

it('the server starts, however many media agents were not checked with X', async () => {
  const server = await startTestServer(sqlite.create)
  await server.operator('ada@example.com')
  await sql`
    insert into accounts (owner_id, username, username_key, is_active, client_id, client_secret, api_key, api_secret,
      access_token, access_token_secret, created_at, updated_at)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 150000)
    select 1, n, n, 1, '', '', '', '', '', '', '', '' from numbers`.execute(server.database.db)
  const checks = createAccountChecks(server.deps)
  await expect(checks.resume()).resolves.toBeUndefined()
  await checks.stop()
  await server.close()
})

it('encrypts media agents again in pages, each page in one transaction, and stores the key in its own', async () => {
  const server = await startTestServer(sqlite.create)
  const ada = await server.operator('ada@example.com')
  for (const name of ['mara', 'jonas', 'noor']) await ada.call('POST', '/twitter/accounts', sampleAccount(name))
  const prepare = vi.spyOn(Statements.prototype, 'prepare')
  const rotated = await rotateCredentials(server.database.db, createVault([Buffer.alloc(32, 8), testKey]))
  const begun = prepare.mock.calls.filter(([statement]) => statement.startsWith('begin'))
  prepare.mockRestore()
  await server.close()
  expect([rotated, begun.length]).toEqual([3, 2])
})
