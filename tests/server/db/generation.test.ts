import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readFact, storeFact } from '../../../server/db/facts'
import { type Change, createGeneration, type Signs, signColumns } from '../../../server/db/generation'
import { databasesHere } from '../../support/databases'
import { differentTexts } from '../../support/delivery'
import { startGeneration } from '../../support/generation'
import { createReadFirstBench, type ReadFirstBench } from '../../support/readFirst'

describe.each(databasesHere())('a backup that is restored under a running server on $name', (kind) => {
  let bench: ReadFirstBench
  afterEach(() => bench.dispose())

  /** As a restore writes them, with the same rows. */
  const rewriteTables = ({ db, dialect }: ReadFirstBench) =>
    dialect === 'sqlite'
      ? sql`create index restored on attempts (epoch)`.execute(db)
      : sql`update instance set value = value where key = 'instance_id'`.execute(db)

  it('is noticed by the next claim itself: drafts that are sent again are posted once', async () => {
    bench = await createReadFirstBench(kind, 3)
    const { db } = bench
    const generation = createGeneration(bench.instanceFile)
    const delivery = bench.restarted({}, bench.instanceFile, { generation })
    await delivery.start()
    vi.spyOn(generation, 'look').mockResolvedValue()
    const replies = await bench.addReplies(differentTexts(3))
    const putBack = await bench.snapshot()
    await db
      .insertInto('sessions')
      .values({ user_id: 1, token_hash: 't', remember: 0, created_at: 'c', last_used_at: 'l', expires_at: 'e' })
      .execute()
    await bench.sendAgain(replies)
    delivery.wake()
    await bench.atRest()
    const file = readFileSync(bench.instanceFile, 'utf8')
    await putBack(file)
    await bench.sendAgain(replies)
    delivery.wake()
    await bench.atRest()
    expect([await bench.states(), bench.texts()]).toEqual([
      ['completed', 'completed', 'completed'],
      differentTexts(3).toSorted(),
    ])
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
    const line = db.selectFrom('audit').select('detail').where('action', '=', 'access.restored')
    expect(await line.execute()).toEqual([{ detail: expect.stringMatching(/^the database has fewer attempts/) }])
  })

  it('is noticed by a server that made no attempts, and by another server through the database', async () => {
    bench = await createReadFirstBench(kind, 1)
    const { db } = bench
    const [first, second] = [
      (await startGeneration(db, `${bench.instanceFile}-1`)).generation,
      (await startGeneration(db, bench.dialect === 'sqlite' ? `${bench.instanceFile}-1` : bench.instanceFile))
        .generation,
    ]
    await first.look(db)
    expect(first.change()).toBeUndefined()
    await rewriteTables(bench)
    const signIn = { user_id: 1, remember: 0 as const, created_at: 'c', last_used_at: 'l', expires_at: 'e' }
    await db
      .insertInto('sessions')
      .values({ ...signIn, token_hash: 'before' })
      .execute()
    for (const [server, tokens] of [
      [first, []],
      [second, ['after']],
    ] as const) {
      await server.look(db)
      expect(server.change()).toMatchObject({ kind: 'turnedBack', reason: 'the tables were replaced' })
      await server.endRights(db)
      expect((await db.selectFrom('sessions').select('token_hash').execute()).map((row) => row.token_hash)).toEqual(
        tokens,
      )
      await server.settle(db)
      await server.look(db)
      expect(server.change()).toBeUndefined()
      if (server === first)
        await db
          .insertInto('sessions')
          .values({ ...signIn, token_hash: 'after' })
          .execute()
    }
  })

  it('keeps the noted attempt while X shows unknown posts, and the later time that another server noted', async () => {
    bench = await createReadFirstBench(kind, 1)
    const { db } = bench
    const { generation } = await startGeneration(db, bench.instanceFile)
    const noted = generation.noteTurnedBack(db)
    generation.noteAttempt(7)
    await noted
    expect(JSON.parse(readFileSync(bench.instanceFile, 'utf8'))).toMatchObject({
      attempt: 7,
      turned_back: await readFact(db, 'turned_back_at'),
    })
    await storeFact(db, 'turned_back_at', '9999-01-01T00:00:00.000Z')
    await generation.noteTurnedBack(db)
    expect(await readFact(db, 'turned_back_at')).toBe('9999-01-01T00:00:00.000Z')
    await storeFact(db, 'newest_attempt', '7')
    await generation.look(db)
    expect(generation.change()).toMatchObject({ kind: 'told' })
  })

  it.each<[string, Partial<Signs>, string, Change['kind']]>([
    ['fewer attempts', { newest_attempt: -1 }, 'fewer attempts', 'turnedBack'],
    ['fewer ends of sessions', { ended: -1 }, 'sessions that were ended', 'turnedBack'],
    ['no word of its last restore', { turned_back: null }, 'before its last restore', 'turnedBack'],
    ['word of a later restore', { turned_back: '9999-01-01T00:00:00.000Z' }, 'another server noticed', 'told'],
    ['a later start of PostgreSQL', { server: '9999' }, 'restarted or failed over', 'restarted'],
  ])('is distinguished from an unchanged database: %s', async (_what, changed, reason, change) => {
    bench = await createReadFirstBench(kind, 1)
    const { generation } = await startGeneration(bench.db, bench.instanceFile)
    await generation.noteTurnedBack(bench.db)
    const signs = await bench.db.selectNoFrom(signColumns(bench.db)).executeTakeFirstOrThrow()
    expect(generation.judging()(signs)).toBe(true)
    expect(generation.judging()({ ...signs, ...changed })).toBe(false)
    expect(generation.change()).toMatchObject({ kind: change, reason: expect.stringContaining(reason) })
    expect(generation.judging()(signs)).toBe(false)
  })
})
