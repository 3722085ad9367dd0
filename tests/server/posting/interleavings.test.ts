import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../server/db/schema'
import { openTrail } from '../../../server/db/trail/trailKey'
import type { Lease } from '../../../server/posting/protocol/item'
import { cancel } from '../../../server/posting/send/cancel'
import { batchRequest, enqueue } from '../../../server/posting/send/enqueue'
import type { Store } from '../../../server/posting/store'
import { claimCheck } from '../../../server/posting/verify/claimCheck'
import { expireLeases, heldItems, settleOrphans } from '../../../server/posting/verify/recover'
import { check } from '../../../server/posting/verify/verify'
import { type Claimed, claimNext } from '../../../server/posting/worker/claim'
import { type Classified, classify } from '../../../server/posting/worker/classify'
import { recordOutcome } from '../../../server/posting/worker/outcome'
import { HttpProblem } from '../../../server/problems'
import { createVault } from '../../../server/security/vault'
import { databases, type TestDatabase } from '../../support/databases'
import { credentialsOf, differentTexts, openTestCredentials } from '../../support/delivery'
import { atDepth } from '../../support/depth'
import { createFakeX, type FakeX, lost, problem } from '../../support/fakeX'

const deadlineMs = 30_000
const settleMs = 90_000
const leaseMs = 45_000
const size = 3
const atRest = ['completed', 'failed', 'needs_review', 'handed_over']

/** `at` selects among the possible steps. */
type Happening =
  | { kind: 'claim' | 'answer' | 'verify' | 'sweep' | 'die' }
  | { kind: 'arrive'; fate: 'accepted' | 'lost' | 'vanished' | 'refused' | 'unknown' | 'limited' | 'garbled' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'editReply' | 'deleteReply' | 'renameAccount' | 'deleteAccount' | 'moveAccount'; at: number }
  | { kind: 'cancel'; at: number }
  | { kind: 'renameGroup' | 'deleteGroup' }

const at = fc.nat({ max: size - 1 })
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('claim', 'answer', 'verify', 'sweep') }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'die' } as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('arrive' as const),
      fate: fc.constantFrom(
        'accepted',
        'lost',
        'lost',
        'vanished',
        'vanished',
        'refused',
        'unknown',
        'limited',
        'garbled',
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 20, 60, 130, 900) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('editReply', 'deleteReply', 'renameAccount', 'deleteAccount', 'moveAccount'),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('renameGroup', 'deleteGroup') }) },
)

interface InFlight {
  claimed: Claimed
  met?: Classified
}

let database: TestDatabase

beforeAll(async () => {
  const [sqlite] = databases
  if (!sqlite) throw new Error('no database')
  database = await sqlite.create()
  await sql`pragma synchronous = off`.execute(database.db)
})
afterAll(() => database.remove())

const createWorld = async (lagMs: number, duplicateFilter: boolean) => {
  let millis = Date.parse('2026-11-21T12:00:00.000Z')
  let process = 0
  const store: Store = { db: database.db, clock: () => new Date(millis) }
  const x: FakeX = createFakeX(() => millis)
  x.lagMs = lagMs
  x.duplicateFilter = duplicateFilter
  const { db } = database
  const now = new Date(millis).toISOString()
  await db.deleteFrom('users').execute()
  await db.deleteFrom('holds').execute()
  await db.deleteFrom('instance').execute()
  await openTrail(db, createVault([Buffer.alloc(32, 7)]))
  const { id: ownerId } = await db
    .insertInto('users')
    .values({ email: 'a@example.com', username: 'a', password_hash: 'x', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dated = { owner_id: ownerId, created_at: now, updated_at: now }
  const group = await db
    .insertInto('groups')
    .values({ ...dated, name: 'Launch', description: 'd' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const accounts = await db
    .insertInto('accounts')
    .values(
      Array.from({ length: size }, (_, index) => ({
        ...dated,
        username: `@user${index + 1}`,
        username_key: `user${index + 1}`,
        group_id: group.id,
        is_active: 1 as const,
        x_user_id: String(index + 1),
        ...credentialsOf(String(index + 1)),
      })),
    )
    .returningAll()
    .execute()
  const texts = differentTexts(size)
  const replies = texts.map((content, index) => ({
    ...dated,
    id: `reply${index}`,
    tweet_id: '1900000000000000001',
    generated_content: content,
    content,
  }))
  await db.insertInto('replies').values(replies).execute()
  const reply_ids = replies.map(({ id }) => id)
  const { task_id: taskId } = await enqueue(store, batchRequest(ownerId, { reply_ids, group_name: 'Launch' }), {
    replyRule: 'open',
  })

  const inFlight: InFlight[] = []
  const epoch = () => `process ${process}`
  const lease = (): Lease => ({ epoch: epoch(), until: new Date(millis + leaseMs).toISOString() })

  const arrive = async (fate: string) => {
    const flight = inFlight.find(({ met }) => met === undefined)
    if (!flight) return
    const { item, account } = flight.claimed
    const sendBefore = Date.parse(item.lease_until ?? '') - deadlineMs
    x.fate = () => fates[fate] ?? { posts: true }
    const reply = { text: item.content, inReplyTo: item.target_tweet_id }
    const outcome = await x.createReply(openTestCredentials(account), reply, () => millis < sendBefore)
    flight.met = classify(outcome, item.content, store.clock())
  }

  const happen = async (next: Happening): Promise<void> => {
    switch (next.kind) {
      case 'claim': {
        const claimed = await claimNext(store, lease())
        if (claimed && 'item' in claimed) inFlight.push({ claimed })
        return
      }
      case 'arrive':
        return arrive(next.fate)
      case 'answer': {
        const [flight] = inFlight.filter(({ met }) => met !== undefined)
        if (!flight?.met) return
        inFlight.splice(inFlight.indexOf(flight), 1)
        await recordOutcome(store, { ...flight.claimed, app: 'a' }, flight.met, {
          settleMs,
          deadlineMs,
          replyRule: 'open',
        })
        return
      }
      case 'verify': {
        const due = await claimCheck(store, lease(), { order: (owners) => owners, wasUnknown: () => false })
        if (!due) return
        await check(store, due, {
          x,
          openCredentials: openTestCredentials,
          settleMs,
          proofMs: 600_000,
          mayResend: true,
        })
        return
      }
      case 'sweep':
        await expireLeases(store, await heldItems(store), {
          epoch: epoch(),
          isOnlyProcess: false,
          settleMs,
          isSending: () => false,
        })
        return settleOrphans(store)
      case 'cancel': {
        const [item] = (await items()).slice(next.at)
        if (item) await cancel(store, { ownerId, taskId, itemId: item.id }, { action: 'cancel' }).catch(isRefused)
        return
      }
      case 'die':
        inFlight.length = 0
        process += 1
        return
      case 'wait':
        millis += next.seconds * 1000
        return
      case 'editReply':
        await db.updateTable('replies').set({ content: 'edited' }).where('id', '=', `reply${next.at}`).execute()
        return
      case 'deleteReply':
        await db.deleteFrom('replies').where('id', '=', `reply${next.at}`).execute()
        return
      case 'renameAccount':
        await ofAccount(next.at, { username: '@renamed', x_user_id: null })
        return
      case 'moveAccount':
        await ofAccount(next.at, { group_id: null })
        return
      case 'deleteAccount':
        await db
          .deleteFrom('accounts')
          .where('id', '=', accounts[next.at]?.id ?? 0)
          .execute()
        return
      case 'renameGroup':
        await db.updateTable('groups').set({ name: 'Renamed' }).execute()
        return
      case 'deleteGroup':
        await db.deleteFrom('groups').execute()
    }
  }

  const ofAccount = (index: number, change: Partial<Row<'accounts'>>) =>
    db
      .updateTable('accounts')
      .set(change)
      .where('id', '=', accounts[index]?.id ?? 0)
      .execute()

  const items = () => db.selectFrom('task_items').selectAll().orderBy('position').execute()

  const toRest = async () => {
    for (let round = 0; round < 200; round += 1) {
      if ((await items()).every(({ state }) => atRest.includes(state))) return
      for (const kind of ['claim', 'claim', 'claim'] as const) await happen({ kind })
      for (let each = 0; each < size; each += 1) await arrive('accepted')
      for (let each = 0; each < size; each += 1) await happen({ kind: 'answer' })
      for (const kind of ['sweep', 'verify', 'verify', 'verify'] as const) await happen({ kind })
      await happen({ kind: 'wait', seconds: 60 })
    }
  }
  return { x, texts, happen, toRest, items }
}

const isRefused = (error: unknown): void => {
  if (!(error instanceof HttpProblem && error.statusCode === 409)) throw error
}

const fates: Record<string, ReturnType<FakeX['fate']>> = {
  lost: lost(true),
  vanished: lost(false),
  refused: { posts: false, outcome: problem(403, 'Posts are limited to a maximum of one cashtag.') },
  unknown: { posts: false, outcome: problem(403, 'Not allowed for a new reason.') },
  limited: { posts: false, outcome: problem(429, 'Too Many Requests') },
  garbled: { posts: true, outcome: { kind: 'answer', status: 201, headers: {}, body: '{"da', bodyReadable: false } },
}

describe('any order of sending, dying, reading, editing and deleting', () => {
  it('posts no reply twice, none wrongly, and leaves none open', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 5, maxLength: 40 }),
        fc.oneof(fc.integer({ min: 0, max: settleMs }), fc.integer({ min: 2 * settleMs, max: 300_000 })),
        fc.boolean(),
        async (happenings, lagMs, duplicateFilter) => {
          const world = await createWorld(lagMs, duplicateFilter)
          for (const next of happenings) await world.happen(next)
          await world.toRest()
          const items = await world.items()
          const postsOf = (item: Row<'task_items'>) => world.x.posts.filter(({ sent }) => sent === item.content)
          expect(items.map(({ content }) => content)).toEqual(world.texts)
          for (const item of items) {
            const posts = postsOf(item)
            expect(posts.length, 'I1: posts per item').toBeLessThanOrEqual(1)
            if (item.state === 'completed') {
              expect(
                posts.map(({ id, authorId, inReplyTo }) => [id, authorId, inReplyTo]),
                'I2',
              ).toEqual([[item.reply_tweet_id, item.author_id, item.target_tweet_id]])
            }
            if (['failed', 'handed_over'].includes(item.state)) expect(posts, 'I3: it means no post').toEqual([])
            expect(atRest, 'I4').toContain(item.state)
          }
        },
      ),
      { numRuns: atDepth(120, 800) },
    )
  })
})
