import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../../server/config'
import type { Database } from '../../../server/db/schema'
import { audit } from '../../../server/db/trail/audit'
import { checkTrail, pruneTrail } from '../../../server/db/trail/auditTrail'
import { createUser } from '../../../server/features/session/users.store'
import { createPruning, retentionOf } from '../../../server/jobs/retention/pruning'
import { databasesHere } from '../../support/databases'
import { silent } from '../../support/delivery'
import { startTestServer, type TestServer } from '../../support/server'
import { eventually } from '../../support/waiting'

const addOperators = async (db: Kysely<Database>, emails: string[]) => {
  for (const email of emails) await createUser(db, { email, username: email, passwordHash: 'none' })
}

describe.each(databasesHere())('the chains of an audit trail with old lines on $name', ({ create }) => {
  let server: TestServer

  beforeEach(async () => {
    server = await startTestServer(create)
    for (const email of ['ada@example.com', 'bob@example.com']) await server.operator(email)
  })
  afterEach(() => {
    vi.useRealTimers()
    return server.close()
  })

  const db = () => server.database.db
  const broken = async () => (await checkTrail(db())).broken

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
})
