import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { timestamp } from '../../../server/clock'
import { readConfig } from '../../../server/config'
import { audit, searchedAtOnce } from '../../../server/db/audit'
import { acceptTrail, checkTrail, everyLine, pruneTrail } from '../../../server/db/auditTrail'
import { digestOf } from '../../../server/db/digest'
import type { Database } from '../../../server/db/schema'
import { createTrailAnchor } from '../../../server/db/trailAnchor'
import { verifyFile } from '../../../server/db/trailFile'
import { openTrail, trailMark, unkeyedHashOf } from '../../../server/db/trailKey'
import { deleteOperator, setDisabled } from '../../../server/features/security/operators.store'
import { createUser } from '../../../server/features/session/users.store'
import { createPruning, retentionOf } from '../../../server/jobs/retention/pruning'
import { createVault } from '../../../server/security/vault'
import { databasesHere } from '../../support/databases'
import { silent } from '../../support/delivery'
import { caller, type Operator, password, startTestServer, type TestServer, testKey } from '../../support/server'
import { sampleAccount, sampleRole } from '../../support/serverFakes'
import { eventually } from '../../support/waiting'

const addOperators = async (db: Kysely<Database>, emails: string[]) => {
  for (const email of emails) await createUser(db, { email, username: email, passwordHash: 'none' })
}

type Test = () => Kysely<Database>

const moved = 'its recorded beginning or end was changed without the key'

const cutLast = async (test: Test) => {
  await test().deleteFrom('audit').where('subject', '=', 'crew 2').execute()
  const last = test().selectFrom('audit').select('hash').where('chain', '=', 1).where('position', '=', 4)
  const { hash } = await last.executeTakeFirstOrThrow()
  await test()
    .updateTable('audit_chains')
    .set({ lines: 4, hash: hash ?? '' })
    .where('chain', '=', 1)
    .execute()
}

/** Writes like a server of the version before the key, or like an attacker with the database. */
const addUnkeyed = async (db: Kysely<Database>) => {
  const { lines, hash: before } = await db
    .updateTable('audit_chains')
    .set(({ eb }) => ({ lines: eb('lines', '+', 1) }))
    .where('chain', '=', 1)
    .returning(['lines', 'hash'])
    .executeTakeFirstOrThrow()
  const told = { at: timestamp(), action: 'group.created', subject: 'older', detail: null }
  const placed = { ...told, address: null, session_id: null, chain: 1, position: lines }
  const hash = unkeyedHashOf(before, placed)
  await db
    .insertInto('audit')
    .values({ ...placed, owner_id: 1, hash })
    .execute()
  await db.updateTable('audit_chains').set({ hash }).where('chain', '=', 1).execute()
}

async function* rowsOf(values: unknown[]) {
  for (const value of values) yield JSON.stringify(value)
}

interface Line {
  id: number
  at: string
  action: string
  subject: string | null
  detail: string | null
  operator?: string | null
}

describe.each(databasesHere())('the chains of the audit trail on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let bob: Operator
  const folder = mkdtempSync(join(tmpdir(), 'acb-trail-'))
  const mark = trailMark(folder)

  afterAll(() => rmSync(folder, { recursive: true }))
  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
    bob = await server.operator('bob@example.com')
  })
  afterEach(() => {
    vi.useRealTimers()
    return server.close()
  })

  const db = () => server.database.db
  const linesOf = async (operator: Operator, path: string) =>
    (await operator.call('GET', path)).body as unknown as Line[]
  const broken = async () => (await checkTrail(db())).broken
  const makeGroups = async (operator: Operator, count: number) => {
    for (let made = 0; made < count; made += 1) {
      await operator.call('POST', '/groups', { name: `crew ${made}`, description: 'd' })
    }
  }

  it('accept simultaneous writers, each operator in their own chain', async () => {
    await Promise.all([
      ...Array.from({ length: 8 }, (_, index) =>
        ada.call('POST', '/groups', { name: `group ${index}`, description: 'd' }),
      ),
      ...Array.from({ length: 4 }, (_, index) => bob.call('POST', '/twitter/accounts', sampleAccount(`user${index}`))),
      ...Array.from({ length: 3 }, (_, index) =>
        server.call('POST', '/auth/login', { email: `nobody${index}@example.com`, password: 'wrong password' }),
      ),
    ])
    expect(await checkTrail(db())).toEqual({ chains: 3, lines: 2 + 8 + 2 + 4 + 3, older: 0, broken: [] })
    const places = await db()
      .selectFrom('audit')
      .select(['chain', 'position'])
      .orderBy('chain')
      .orderBy('position')
      .execute()
    expect(places.filter(({ chain }) => chain === 1).map(({ position }) => position)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
  })

  it.each<[string, (test: Test) => Promise<unknown>, string[]]>([
    [
      'a detail that was changed',
      (test) => test().updateTable('audit').set({ subject: 'innocent' }).where('subject', '=', 'crew 1').execute(),
      [expect.stringMatching(/^ada@example\.com: line 4 \(group\.created, .+\) was changed after it was written$/)],
    ],
    [
      'a line that went',
      (test) => test().deleteFrom('audit').where('subject', '=', 'crew 1').execute(),
      ['ada@example.com: line 4 is missing'],
    ],
    [
      'the last line that went',
      (test) => test().deleteFrom('audit').where('subject', '=', 'crew 2').execute(),
      ['ada@example.com: lines 5 to 5 are missing'],
    ],
    [
      'the last line that went with what is written of it',
      async (test) => {
        await test().deleteFrom('audit').where('subject', '=', 'crew 2').execute()
        await test().updateTable('audit_chains').set({ lines: 4 }).where('chain', '=', 1).execute()
      },
      ['ada@example.com: its last line differs from the recorded one'],
    ],
    [
      "a line that became another operator's",
      (test) => test().updateTable('audit').set({ owner_id: 2 }).where('subject', '=', 'crew 0').execute(),
      [expect.stringContaining('ada@example.com: line 3 (group.created')],
    ],
    [
      'a sign-in that is hidden from administrators',
      (test) =>
        test()
          .updateTable('audit')
          .set({ about_access: 0 })
          .where('action', '=', 'signIn.completed')
          .where('chain', '=', 2)
          .execute(),
      [expect.stringContaining('bob@example.com: line 2 (signIn.completed')],
    ],
    [
      'a chain whose end is no longer known',
      (test) => test().deleteFrom('audit_chains').where('chain', '=', 2).execute(),
      ['bob@example.com: the recorded end of the chain is missing'],
    ],
    [
      'a line outside the chains',
      (test) => test().insertInto('audit').values({ owner_id: 1, at: timestamp(), action: 'group.created' }).execute(),
      ['Lines outside the chains were added, changed or removed'],
    ],
    [
      "a line that is hidden from the operator's list",
      (test) => test().updateTable('audit').set({ owner_id: null }).where('subject', '=', 'crew 0').execute(),
      [expect.stringContaining('ada@example.com: line 3 (group.created')],
    ],
    [
      'a whole chain that went',
      async (test) => {
        await test().deleteFrom('audit').where('chain', '=', 2).execute()
        await test().deleteFrom('audit_chains').where('chain', '=', 2).execute()
      },
      ['bob@example.com: the whole chain is missing'],
    ],
    [
      'a whole chain that went, after its operator went on',
      async (test) => {
        await test().deleteFrom('audit').where('chain', '=', 2).execute()
        await test().deleteFrom('audit_chains').where('chain', '=', 2).execute()
        await audit(test(), 2, 'group.created', 'new')
      },
      [`bob@example.com: ${moved}`],
    ],
    [
      'a first line that went as if it had been old',
      async (test) => {
        const [first] = await test()
          .deleteFrom('audit')
          .where('chain', '=', 1)
          .where('position', '=', 1)
          .returning('hash')
          .execute()
        const pruned = { pruned_lines: 1, pruned_hash: first?.hash ?? '' }
        await test().updateTable('audit_chains').set(pruned).where('chain', '=', 1).execute()
      },
      [`ada@example.com: ${moved}`],
    ],
    ['a last line that went, the end moved with it', cutLast, [`ada@example.com: ${moved}`]],
    [
      'a last line that went, the end moved with it, after its operator went on',
      async (test) => {
        await cutLast(test)
        await audit(test(), 1, 'group.created', 'new')
      },
      [`ada@example.com: ${moved}`],
    ],
    [
      'a line that was added by the hash of earlier versions',
      (test) => addUnkeyed(test()),
      [expect.stringMatching(/^ada@example\.com: line 6 \(group\.created, .+\) was written without the key: /)],
    ],
    [
      'such a line where the chain claims to be of earlier versions',
      async (test) => {
        await addUnkeyed(test())
        await test().updateTable('audit_chains').set({ unkeyed_lines: 6 }).where('chain', '=', 1).execute()
      },
      [`ada@example.com: ${moved}`],
    ],
    [
      'two lines that changed places',
      async (test) => {
        const move = (from: number, to: number) =>
          test()
            .updateTable('audit')
            .set({ position: to })
            .where('chain', '=', 1)
            .where('position', '=', from)
            .execute()
        await move(3, 99)
        await move(4, 3)
        await move(99, 4)
      },
      [expect.stringContaining('ada@example.com: line 3 (group.created')],
    ],
    [
      "another operator's line, copied behind the end",
      async (test) => {
        const { id: _, ...line } = await test()
          .selectFrom('audit')
          .selectAll()
          .where('chain', '=', 2)
          .limit(1)
          .executeTakeFirstOrThrow()
        await test()
          .insertInto('audit')
          .values({ ...line, owner_id: 1, chain: 1, position: 6 })
          .execute()
      },
      ['ada@example.com: it has lines before its beginning or after its end'],
    ],
    [
      'an address that was changed',
      (test) => test().updateTable('audit').set({ address: '192.0.2.9' }).where('subject', '=', 'crew 1').execute(),
      [expect.stringContaining('ada@example.com: line 4 (group.created')],
    ],
    [
      'a key that went, and was made again at the next start',
      async (test) => {
        await test().deleteFrom('instance').where('key', '=', 'audit_trail').execute()
        expect(await openTrail(test(), createVault([testKey]), { remakes: true })).toMatchObject({ isLost: true })
      },
      [
        expect.stringMatching(/^ada@example\.com: line 1 .+ was changed after it was written$/),
        expect.stringMatching(/^bob@example\.com: line 1 .+ was changed after it was written$/),
      ],
    ],
    [
      'a forged history of an earlier version in place of the key and all lines',
      async (test) => {
        await test().deleteFrom('instance').where('key', '=', 'audit_trail').execute()
        await test().deleteFrom('audit').execute()
        await test().deleteFrom('audit_chains').where('chain', '<>', 1).execute()
        const begin = { lines: 0, hash: '', seal: null, sealed_lines: 0 }
        await test().updateTable('audit_chains').set(begin).execute()
        await addUnkeyed(test())
        expect(await openTrail(test(), createVault([testKey]), { remakes: true, mark })).toMatchObject({ isLost: true })
      },
      [
        expect.stringMatching(/^ada@example\.com: line 1 .+ was written without the key/),
        'bob@example.com: the whole chain is missing',
      ],
    ],
  ])('show %s', async (_, tamper, expected) => {
    await openTrail(db(), createVault([testKey]), { remakes: true, mark })
    await makeGroups(ada, 3)
    expect(await broken()).toEqual([])
    await tamper(db)
    expect(await broken()).toEqual(expected)
  })

  it('continue after a server of an older version without the key wrote, when somebody vouches for its lines', async () => {
    await addUnkeyed(db())
    await makeGroups(ada, 1)
    expect(await broken()).toEqual([expect.stringContaining('line 3 (group.created')])
    expect(await acceptTrail(db())).toHaveLength(1)
    expect(await broken()).toEqual([])
    await addUnkeyed(db())
    expect(await broken()).toEqual([expect.stringContaining('line 5 (group.created')])
  })

  it('are compared with an export or an anchor, the only proof that an older end was restored', async () => {
    await makeGroups(ada, 2)
    const ends = await db().selectFrom('audit_chains').selectAll().execute()
    await makeGroups(bob, 2)
    const lines: unknown[] = []
    for await (const line of everyLine(db(), undefined)) lines.push(line)
    const folder = mkdtempSync(join(tmpdir(), 'acb-anchor-'))
    const anchor = createTrailAnchor({ db: db(), to: join(folder, 'ends'), log: silent })
    anchor.start()
    await anchor.stop()
    const anchored = readFileSync(join(folder, 'ends'), 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
    rmSync(folder, { recursive: true })
    expect(await verifyFile(db(), rowsOf(lines))).toEqual({ lines: 8, ends: 0, broken: [] })
    expect(await verifyFile(db(), rowsOf(anchored))).toEqual({ lines: 0, ends: 2, broken: [] })

    const without = lines.filter((_, index) => index !== 6)
    expect((await verifyFile(db(), rowsOf(without))).broken).toEqual([
      'line 7 of the file: lines 3 to 3 of chain 2 are missing',
    ])
    const changed = lines.map((line, index) => (index === 2 ? { ...(line as object), subject: 'another' } : line))
    expect((await verifyFile(db(), rowsOf(changed))).broken).toEqual([
      'line 3 of the file: it was changed after it was written',
    ])

    await db().deleteFrom('audit').where('chain', '=', 2).where('position', '>', 2).execute()
    for (const { chain, ...end } of ends)
      await db().updateTable('audit_chains').set(end).where('chain', '=', chain).execute()
    expect(await broken()).toEqual([])
    for (const file of [lines, anchored]) {
      expect((await verifyFile(db(), rowsOf(file))).broken).toEqual(['chain 2: line 4 is no longer in the database'])
    }
  })

  it('contain address and session, even of an ended session', async () => {
    const login = { email: 'ada@example.com', password }
    const signIn = { method: 'POST', url: '/api/v1/auth/login', remoteAddress: '192.0.2.44', payload: login } as const
    const token = (await server.app.inject(signIn)).json().access_token
    await caller(server.app, token)('POST', '/groups', { name: 'crew', description: 'd' })
    await ada.call('DELETE', '/auth/sessions/3')
    const said = await db()
      .selectFrom('audit')
      .select(['action', 'address', 'session_id', 'detail'])
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(said).toEqual([
      { action: 'session.ended', address: '127.0.0.1', session_id: 1, detail: 'session 3' },
      { action: 'group.created', address: '127.0.0.1', session_id: 3, detail: null },
      { action: 'signIn.completed', address: '192.0.2.44', session_id: 3, detail: 'session 3' },
    ])
  })

  const writeFrom = async (january: string, march: string) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(january)
    await db()
      .transaction()
      .execute(async (trx) => {
        for (let line = 0; line < 600; line += 1) await audit(trx, 3, 'group.created', `crew ${line}`)
      })
    vi.setSystemTime(march)
    for (const chain of [3, 4]) await audit(db(), chain, 'group.deleted', `of ${chain}`)
    vi.useRealTimers()
  }

  it('are valid without deleted old lines, 500 at a time', async () => {
    await addOperators(db(), ['cleo@example.com', 'dan@example.com'])
    await writeFrom('2020-01-31T00:00:00.000Z', '2020-03-01T00:00:00.000Z')
    await db()
      .insertInto('audit')
      .values({ owner_id: 3, at: '2019-01-01T00:00:00.000Z', action: 'group.changed' })
      .execute()
    expect((await checkTrail(db())).older).toBe(1)
    const pruned: number[] = []
    for (let times = 0; times < 3; times += 1) pruned.push(await pruneTrail(db(), '2020-02-01T00:00:00.000Z'))
    expect(pruned).toEqual([501, 100, 0])
    await audit(db(), 3, 'group.created', 'once more')
    expect(await checkTrail(db())).toEqual({ chains: 4, lines: 2 + 2 + 2 + 1, older: 0, broken: [] })
  })

  it('lose a line with a future time together with the old lines behind it', async () => {
    await addOperators(db(), ['cleo@example.com'])
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const at of ['2020-01-10T00:00:00.000Z', '2030-01-10T00:00:00.000Z', '2020-01-11T00:00:00.000Z']) {
      vi.setSystemTime(at)
      await audit(db(), 3, 'group.created', at)
    }
    vi.useRealTimers()
    await audit(db(), 3, 'group.created', 'today')
    expect(await pruneTrail(db(), '2020-02-01T00:00:00.000Z')).toBe(3)
    expect((await checkTrail(db())).broken).toEqual([])
  })

  it('are shortened as configured while the server runs', async () => {
    await addOperators(db(), ['cleo@example.com', 'dan@example.com'])
    await writeFrom('2020-01-31T00:00:00.000Z', '2020-03-01T00:00:00.000Z')
    const clock = () => new Date('2020-03-30T00:00:00.000Z')
    const retention = { ...retentionOf(readConfig({})), 'lines of the audit trail': 30 }
    const pruning = createPruning({ db: db(), retention, clock, log: silent })
    pruning.start()
    const left = async () =>
      (await db().selectFrom('audit').select('subject').where('chain', '>', 2).orderBy('id').execute()).map(
        ({ subject }) => subject,
      )
    await eventually(async () => expect(await left()).toEqual(['of 3', 'of 4']))
    await pruning.stop()
    expect(await broken()).toEqual([])
  })

  it("stay when an operator is deleted, with the operator's lines for administrators", async () => {
    await db()
      .transaction()
      .execute(async (trx) => {
        await setDisabled(trx, 2, true)
        await deleteOperator(trx, 2)
      })
    expect(await broken()).toEqual([])
    expect((await linesOf(ada, '/audit/access')).map(({ action, operator }) => [action, operator])).toEqual([
      ['signIn.completed', null],
      ['operator.registered', null],
      ['signIn.completed', 'ada@example.com'],
      ['operator.registered', 'ada@example.com'],
    ])
  })

  it('show sign-ins to an administrator, and to nobody else', async () => {
    await server.call('POST', '/auth/login', { email: 'eve@example.com', password: 'wrong password' })
    await bob.call('POST', '/groups', { name: 'crew', description: 'd' })
    expect((await linesOf(ada, '/audit/access?limit=2')).map(({ action, operator }) => [action, operator])).toEqual([
      ['signIn.refused', null],
      ['signIn.completed', 'bob@example.com'],
    ])
    expect(await bob.call('GET', '/audit/access')).toEqual({
      status: 403,
      body: { detail: 'Only an administrator may do this' },
    })
  })

  it('are read by pages and searched, with special characters as typed', async () => {
    for (const name of ['Über uns', '50% off', '50 cents', 'launch_crew', 'LAUNCHXCREW']) {
      await ada.call('POST', '/groups', { name, description: 'd' })
    }
    const subjects = async (query: string) => (await linesOf(ada, `/audit?${query}`)).map(({ subject }) => subject)
    expect(await subjects('search=50%25')).toEqual(['50% off'])
    expect(await subjects('search=launch_CREW')).toEqual(['launch_crew'])
    expect(await subjects('search=launch')).toEqual(['LAUNCHXCREW', 'launch_crew'])
    expect(await subjects(`search=${encodeURIComponent('Über UNS')}`)).toEqual(['Über uns'])
    expect(await subjects('search=signIn.')).toEqual(['127.0.0.1'])
    const first = await linesOf(ada, '/audit?limit=2')
    const second = await linesOf(ada, `/audit?limit=2&before=${first.at(-1)?.id}`)
    expect([...first, ...second].map(({ subject }) => subject)).toEqual([
      'LAUNCHXCREW',
      'launch_crew',
      '50 cents',
      '50% off',
    ])
    expect(await ada.call('GET', '/audit?before=0')).toMatchObject({ status: 422 })
  })

  it('are searched 2,000 at a time, with the place where the search continues', async () => {
    await db()
      .transaction()
      .execute(async (trx) => {
        await audit(trx, 1, 'group.created', 'needle')
        for (let line = 0; line < searchedAtOnce; line += 1) await audit(trx, 1, 'group.created', `crew ${line}`)
      })
    const search = async (query: string) => {
      const headers = { authorization: `Bearer ${ada.token}` }
      const answer = await server.app.inject({ url: `/api/v1/audit?search=needle${query}`, headers })
      return { found: answer.json().length, next: answer.headers['x-next-before'] }
    }
    const [edge] = await db().selectFrom('audit').select('id').where('subject', '=', 'crew 0').execute()
    expect(await search('')).toEqual({ found: 0, next: String(edge?.id) })
    expect(await search(`&before=${edge?.id}`)).toEqual({ found: 1, next: undefined })
  })

  it('of one operator and day are limited, without blocking signing in or out', async () => {
    await openTrail(db(), createVault([testKey]), { most: 4 })
    await makeGroups(ada, 2)
    expect(await ada.call('POST', '/groups', { name: 'one more', description: 'd' })).toEqual({
      status: 429,
      body: { detail: "You have reached today's limit of 4 changes. It resets at 00:00 UTC." },
    })
    expect(await linesOf(ada, '/audit?search=one%20more')).toEqual([])
    expect((await bob.call('POST', '/groups', { name: 'another', description: 'd' })).status).toBe(201)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 })
    const again = await server.operator('ada@example.com')
    await makeGroups(again, 1)
    expect((await again.call('POST', '/auth/logout')).status).toBe(204)
    expect(await broken()).toEqual([])
  })

  it('record drafts, their changes and checks of an account, never the words', async () => {
    await ada.call('POST', '/ai-roles', sampleRole)
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara'))
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '7' })
    const { body } = await ada.call('POST', '/twitter/tweet/generate-reply', { tweet_id: '7', role_id: 1, count: 2 })
    const [one, other] = (body as { replies: { reply_id: string }[] }).replies.map(({ reply_id }) => reply_id)
    await ada.call('PUT', `/twitter/replies/${one}`, { content: 'Words of my own' })
    await ada.call('POST', '/twitter/accounts/1/verify')
    expect(
      (await linesOf(ada, '/audit?limit=3')).map(({ action, subject, detail }) => [action, subject, detail]),
    ).toEqual([
      ['account.verified', '@mara', 'ACTIVE'],
      ['reply.changed', one, `text ${digestOf(['Words of my own'])}`],
      ['replies.generated', 'Mara', `${one}, ${other} for post 7 by gpt-test`],
    ])
  })

  it('are exported completely, oldest first, or for one operator', async () => {
    await makeGroups(bob, 1)
    const all: [string | null, string, number | null][] = []
    for await (const { operator, action, position } of everyLine(db(), undefined))
      all.push([operator, action, position])
    expect(all).toEqual([
      ['ada@example.com', 'operator.registered', 1],
      ['ada@example.com', 'signIn.completed', 2],
      ['bob@example.com', 'operator.registered', 1],
      ['bob@example.com', 'signIn.completed', 2],
      ['bob@example.com', 'group.created', 3],
    ])
    const bobs: string[] = []
    for await (const { action } of everyLine(db(), 'bob@example.com')) bobs.push(action)
    expect(bobs).toEqual(['operator.registered', 'signIn.completed', 'group.created'])
  })

  it('contain no line of a change that was rolled back', async () => {
    const failing = db()
      .transaction()
      .execute(async (trx) => {
        await audit(trx, 1, 'group.created', 'never', timestamp())
        throw new Error('taken back')
      })
    await expect(failing).rejects.toThrow('taken back')
    await makeGroups(ada, 1)
    expect(await checkTrail(db())).toMatchObject({ lines: 5, broken: [] })
  })
})
