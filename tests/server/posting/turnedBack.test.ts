import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGeneration } from '../../../server/db/generation'
import { readHistory } from '../../../server/posting/protocol/itemHistory'
import { XError } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { differentTexts } from '../../support/delivery'
import { problem } from '../../support/fakeX'
import { createReadFirstBench, type ReadFirstBench } from '../../support/readFirst'
import { until } from '../../support/waiting'

describe.each(databasesHere())(
  'replies that were sent before the database was reset to an earlier state on $name',
  (kind) => {
    let bench: ReadFirstBench
    afterEach(() => bench.dispose())

    it('are found by one reading of each account, even if everything was reset, including the instance’s file', async () => {
      bench = await createReadFirstBench(kind, 3)
      await bench.startOnce()
      await bench.sendBatch(3)
      const putBack = await bench.snapshot()
      const first = bench.restarted()
      await first.start()
      await bench.atRest()
      await first.stop()
      bench.readings.length = 0
      await putBack()
      await bench.restarted({ concurrency: 1 }).start()
      await bench.atRest()
      expect([await bench.states(), bench.texts()]).toEqual([
        ['completed', 'completed', 'completed'],
        differentTexts(3).toSorted(),
      ])
      expect(bench.readings.toSorted()).toEqual(['1', '2', '3'])
    })

    it('are not looked for on X before it can show them', async () => {
      bench = await createReadFirstBench(kind, 3)
      await bench.startOnce()
      await bench.sendBatch(3)
      await bench.db.updateTable('instance').set({ value: 'another' }).where('key', '=', 'database_place').execute()
      const generation = createGeneration(bench.instanceFile)
      const second = bench.restarted({ deadlineMs: 60_000 }, bench.instanceFile, { generation })
      await second.start()
      const due = bench.db.selectFrom('task_items').select('next_at').where('state', '=', 'unknown')
      await until(async () => (await due.execute()).every(({ next_at }) => Date.parse(next_at) < Date.now()))
      const rounds = vi.spyOn(generation, 'change')
      await until(() => {
        second.wake()
        return rounds.mock.calls.length > 20
      })
      expect([await bench.states(), bench.readings]).toEqual([['unknown', 'unknown', 'unknown'], []])
    })

    it('do not put a later reply in doubt: a person gets what X refuses at once', async () => {
      bench = await createReadFirstBench(kind, 1)
      await bench.startOnce()
      await bench.db.updateTable('instance').set({ value: 'another' }).where('key', '=', 'database_place').execute()
      const second = bench.restarted()
      await second.start()
      bench.x.fate = () => ({ posts: false, outcome: problem(403, 'No such reply.') })
      const task = await bench.sendBatch(1, second)
      await bench.atRest()
      const { steps } = await readHistory(bench.db, bench.ownerId, task, (await bench.only(task)).id)
      expect(steps.map(({ event }) => event.type)).toEqual(['item.claim', 'hand.over'])
    })

    it('are found by drafts that are sent again after an older backup', async () => {
      bench = await createReadFirstBench(kind, 2)
      await bench.startOnce()
      const putBack = await bench.snapshot()
      const replies = await bench.addReplies(differentTexts(2))
      const first = bench.restarted()
      await first.start()
      await bench.sendAgain(replies)
      await bench.atRest()
      await first.stop()
      await putBack()
      await bench.restarted().start()
      await bench.sendAgain(replies)
      await bench.atRest()
      expect([await bench.states(), bench.x.posts.length]).toEqual([['completed', 'completed'], 2])
    })

    it.each(['by the same process', 'by a later one'])(
      'are found by a draft that is sent after its account was read for another draft, %s',
      async (by) => {
        bench = await createReadFirstBench(kind, 1)
        await bench.startOnce()
        const putBack = await bench.snapshot()
        const [early = '', late = ''] = await bench.addReplies(differentTexts(2))
        const solo = (reply_id: string) =>
          bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 })
        const first = bench.restarted()
        await first.start()
        await solo(late)
        await bench.atRest()
        await first.stop()
        await putBack()
        const second = bench.restarted()
        await second.start()
        await solo(early)
        await bench.atRest()
        if (by === 'by a later one') {
          await second.stop()
          await bench.db
            .updateTable('task_items')
            .set({ updated_at: new Date(Date.now() + 1).toISOString() })
            .execute()
          await bench.restarted().start()
        }
        await solo(late)
        second.wake()
        await bench.atRest()
        expect([await bench.states(), bench.x.posts.length]).toEqual([['completed', 'completed'], 2])
        // Two were sent, one of them before the database was reset to an earlier state; the third made no request.
        const charges = await bench.db.selectFrom('charges').select(['micros', 'resources']).execute()
        expect(charges.filter(({ resources }) => resources !== 0)).toEqual(
          Array(2).fill({ micros: 15_000, resources: 1 }),
        )
        expect(charges.reduce((sum, { micros }) => sum + Number(micros), 0)).toBe(30_000)
      },
    )

    it('delay every account when one account shows an unknown post', async () => {
      bench = await createReadFirstBench(kind, 2, { settleMs: 800, concurrency: 1 })
      await bench.startOnce()
      await bench.sendBatch(2)
      const putBack = await bench.snapshot()
      const first = bench.restarted()
      await first.start()
      await bench.atRest()
      await first.stop()
      const shownAt = Date.now() + 400
      for (const post of bench.x.posts.slice(1)) post.visibleAt = shownAt
      await putBack()
      await bench.restarted().start()
      await bench.atRest()
      expect([await bench.states(), bench.x.posts.length]).toEqual([['completed', 'completed'], 2])
    })

    it.each([
      ['waits for its first sending', { state: 'queued', resends: 0 }, 1],
      ['failed, and may be sent again', { state: 'failed', can_retry: 1 }, 1],
      ['is sent again after a doubt', { state: 'queued', resends: 1 }, 0],
      ['was given up', { state: 'failed', can_retry: 0 }, 0],
    ] as const)('is suspected where X shows what %s, if that was never in doubt', async (_, changes, suspicions) => {
      bench = await createReadFirstBench(kind, 1)
      const first = bench.restarted()
      await first.start()
      await bench.sendBatch(1)
      await bench.atRest()
      await first.stop()
      await bench.db
        .updateTable('task_items')
        .set({ ...changes, reply_tweet_id: null })
        .execute()
      const said: unknown[] = []
      const warn = (_fields: object, text: string) => said.push(text)
      await bench
        .restarted({}, bench.instanceFile, { log: { info: () => undefined, warn, error: () => undefined } })
        .start()
      const [reply_id = ''] = await bench.addReplies(['And one more, about something else'])
      await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 })
      await bench.atRest()
      expect([await bench.states(), said.length]).toEqual([['completed', 'completed'], suspicions])
    })

    it('cost one reading of each account and start, however much is sent', async () => {
      bench = await createReadFirstBench(kind, 1)
      await bench.delivery.start()
      for (const reply_id of await bench.addReplies(differentTexts(3))) {
        await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 })
      }
      await bench.atRest()
      expect([bench.readings, bench.x.posts.length]).toEqual([['1'], 3])
    })

    it('are not looked for on X if reading before the first send is switched off', async () => {
      bench = await createReadFirstBench(kind, 1, { readFirst: false })
      await bench.delivery.start()
      await bench.sendBatch(1)
      await bench.atRest()
      expect([bench.readings, bench.x.posts.length]).toEqual([[], 1])
    })

    it('delay an account, with the reason, while X does not list its posts', async () => {
      bench = await createReadFirstBench(kind, 1)
      bench.x.readError = new XError('Service Unavailable', 503)
      await bench.delivery.start()
      await bench.sendBatch(1)
      await until(bench.held)
      const hold = await bench.db.selectFrom('holds').selectAll().executeTakeFirstOrThrow()
      expect([hold.reason, await bench.states(), bench.x.requests.length]).toEqual([
        "X did not list this account's latest posts: Service Unavailable",
        ['queued'],
        0,
      ])
      bench.x.readError = undefined
      await bench.db.deleteFrom('holds').execute()
      bench.delivery.wake()
      await bench.atRest()
      expect([await bench.states(), bench.x.posts.length]).toEqual([['completed'], 1])
    })

    it.each([
      ['has no credits left', new XError('Your enrolled account does not have any credits', 402, {}, 'appStopped')],
      ['has no credits left, in no words', new XError('X answered 402', 402)],
      ['may ask for nothing', new XError('Client Forbidden', 403, {}, 'appStopped')],
      ['asks for too much today', new XError('User is over daily limit', 403, {}, 'dailyLimit')],
      ['is taken for another', new XError('Authenticating with Unknown is forbidden', 403, {}, 'wrongAuthentication')],
      ['met a page of X’s edge', new XError('X answered 403, but not in the format of its API', 403)],
    ])('are found when X answers again, if the app %s in between', async (_what, readError) => {
      bench = await createReadFirstBench(kind, 1)
      await bench.startOnce()
      await bench.sendBatch(1)
      const putBack = await bench.snapshot()
      const first = bench.restarted()
      await first.start()
      await bench.atRest()
      await first.stop()
      await putBack()
      bench.x.readError = readError
      const second = bench.restarted()
      await second.start()
      await until(bench.held)
      expect(await bench.states()).toEqual(['queued'])
      bench.x.readError = undefined
      await bench.db.deleteFrom('holds').execute()
      second.wake()
      await bench.atRest()
      expect([await bench.states(), bench.x.posts.length]).toEqual([['completed'], 1])
    })

    it.each([
      ['locks', new XError('Your account is temporarily locked', 403, {}, 'locked')],
      ['suspends', new XError('Your account is suspended', 403, {}, 'suspended')],
    ])('are found when the account is active again that X %s in between', async (_what, readError) => {
      bench = await createReadFirstBench(kind, 1)
      const { db } = bench
      await bench.startOnce()
      await bench.sendBatch(1)
      const putBack = await bench.snapshot()
      const first = bench.restarted()
      await first.start()
      await bench.atRest()
      await first.stop()
      await putBack()
      bench.x.readError = readError
      const second = bench.restarted()
      await second.start()
      const account = () => db.selectFrom('accounts').select(['is_active', 'inactive_reason']).executeTakeFirstOrThrow()
      await until(async () => (await account()).is_active === 0)
      expect([(await account()).inactive_reason, await bench.states()]).toEqual([
        expect.stringMatching(`^${readError.message}\\. Log in to X as this account`),
        ['queued'],
      ])
      bench.x.readError = undefined
      await db.updateTable('accounts').set({ is_active: 1, inactive_reason: null }).execute()
      second.wake()
      await bench.atRest()
      expect([await bench.states(), bench.x.posts.length]).toEqual([['completed'], 1])
    })

    it('do not prevent posting if X lets nobody read, with a line in the log', async () => {
      bench = await createReadFirstBench(kind, 1)
      bench.x.readError = new XError('Forbidden', 403, {}, 'other')
      const said: object[] = []
      const log = { info: () => undefined, warn: (fields: object) => said.push(fields), error: () => undefined }
      await bench.restarted({}, bench.instanceFile, { log }).start()
      await bench.sendBatch(1)
      await bench.atRest()
      expect([await bench.states(), said]).toEqual([
        ['completed'],
        [{ account: bench.accounts[0]?.id, reason: 'Forbidden' }],
      ])
    })
  },
)
