import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../server/db/schema'
import { audit } from '../../../server/db/trail/audit'
import { acceptTrail, checkTrail, everyLine } from '../../../server/db/trail/auditTrail'
import { createTrailAnchor } from '../../../server/db/trail/trailAnchor'
import { verifyFile } from '../../../server/db/trail/trailFile'
import { openTrail, trailMark, unkeyedHashOf } from '../../../server/db/trail/trailKey'
import { deleteOperator, setDisabled } from '../../../server/features/security/operators.store'
import { createVault } from '../../../server/security/vault'
import { timestamp } from '../../../server/time/clock'
import { auditLinesOf, makeGroups } from '../../support/auditTrail'
import { databasesHere } from '../../support/databases'
import { silent } from '../../support/delivery'
import { type Operator, startTestServer, type TestServer, testKey } from '../../support/server'
import { sampleAccount } from '../../support/serverFakes'

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
  afterEach(() => server.close())

  const db = () => server.database.db
  const broken = async () => (await checkTrail(db())).broken
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

  it("stay when an operator is deleted, with the operator's lines for administrators", async () => {
    await db()
      .transaction()
      .execute(async (trx) => {
        await setDisabled(trx, 2, true)
        await deleteOperator(trx, 2)
      })
    expect(await broken()).toEqual([])
    expect((await auditLinesOf(ada, '/audit/access')).map(({ action, operator }) => [action, operator])).toEqual([
      ['signIn.completed', null],
      ['operator.registered', null],
      ['signIn.completed', 'ada@example.com'],
      ['operator.registered', 'ada@example.com'],
    ])
  })
})
