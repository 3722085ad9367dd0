import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { wordings } from '../../../sandbox/x/problems'
import { cleanText } from '../../../server/cleanText'
import { batchRequest, enqueue } from '../../../server/posting/send/enqueue'
import { claimNext } from '../../../server/posting/worker/claim'
import { classify } from '../../../server/posting/worker/classify'
import { recordOutcome } from '../../../server/posting/worker/outcome'
import { atDepth } from '../../support/depth'
import '../../support/chance'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, differentTexts } from '../../support/delivery'

/** X's own sentences, types and codes that stop an account, as the facts quote them: nothing else may. */
const stopsAccount = {
  words: [
    'Your account is suspended and is not permitted to access this feature.',
    'Your account is not permitted to access this feature.',
  ],
  types: ['user-suspended', 'oauth1-permissions'],
  codes: [64, 326, 261],
}
const known = Object.values(wordings).flatMap(({ notSummoned, duplicate }) =>
  [notSummoned, duplicate].map(({ body }) => {
    const { detail, errors } = body as { detail?: string; errors?: { message: string }[] }
    return detail ?? errors?.[0]?.message ?? ''
  }),
)

const noise = fc
  .array(
    fc.constantFrom(
      ...[
        'the',
        'author',
        'of',
        'this',
        'post',
        'account',
        'is',
        'suspended',
        'locked',
        'temporarily',
        'not',
        'permitted',
      ],
      ...['reply', 'limit', 'guests', 'only', 'Your', 'may', 'feature', '@ada', '17', 'é', '🙂', 'automated', 'again'],
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map((words) => `The ${words.join(' ')}.`)
const words = fc.oneof(
  noise,
  noise,
  fc.constantFrom(...known, ...stopsAccount.words),
  fc.string({ minLength: 1, unit: 'grapheme' }),
)
const type = fc.oneof(
  fc.constantFrom('about:blank', ...stopsAccount.types.map((name) => `https://api.x.com/2/problems/${name}`)),
  fc
    .constantFrom('not-authorized-for-resource', 'not-eligible', 'reply-not-allowed')
    .map((name) => `https://api.twitter.com/2/problems/${name}`),
  fc.webUrl(),
)
const code = fc.constantFrom(1, 64, 187, 326, 433, 999)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const body = fc
  .record({ words, more: words, type: maybe(type), title: maybe(noise), reason: maybe(noise), code: maybe(code) })
  .chain(({ words: detail, more, type, title, reason, code }) =>
    fc.constantFrom(
      { body: { detail, type, title, reason, status: 403 }, said: [detail] },
      { body: { errors: [{ message: detail, code, type }] }, said: [detail] },
      { body: { errors: [{ detail }, { message: more }], title }, said: [detail, more] },
      { body: [{ message: detail }], said: [detail] },
      { body: { error: detail }, said: [detail] },
      { body: { message: detail, code, reason }, said: [detail] },
      { body: { why: { text: detail } }, said: [] },
      { body: {}, said: [] },
    ),
  )

const mayStop = (body: unknown): boolean => {
  const text = JSON.stringify(body)
  return (
    stopsAccount.words.some((each) => text.includes(each)) ||
    stopsAccount.types.some((each) => text.includes(`/${each}"`)) ||
    stopsAccount.codes.some((each) => text.includes(`"code":${each}`))
  )
}

describe.each(databasesHere().slice(0, 1))('refusals at random on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it('never stop an account because of another account, are never requested again, and never lose X’s words', async () => {
    bench = await createBench(kind, 1)
    const { db, ownerId } = bench
    const [account] = bench.accounts
    let millis = Date.now()
    const store = { db, clock: () => new Date(millis) }
    const lease = () => ({ epoch: 'a', until: new Date(millis + 60_000).toISOString() })
    const settings = { settleMs: 60, deadlineMs: 100, replyRule: 'open' } as const
    let post = 0
    const statuses = fc.oneof({ weight: 4, arbitrary: fc.constant(403) }, fc.constantFrom(400, 404, 410, 422, 451))

    await fc.assert(
      fc.asyncProperty(body, statuses, async ({ body, said }, status) => {
        post += 1
        const [reply = ''] = await bench.addReplies([`${differentTexts(1)[0]} ${post}`])
        await db
          .updateTable('replies')
          .set({ tweet_id: String(10 ** 15 + post) })
          .where('id', '=', reply)
          .execute()
        const request = batchRequest(ownerId, { reply_ids: [reply], group_name: 'Launch' })
        const { task_id } = await enqueue(store, request, { replyRule: 'open' })
        const claimed = await claimNext(store, lease())
        if (!claimed || !('item' in claimed)) throw new Error('nothing was claimed')
        const outcome = {
          kind: 'answer',
          status,
          headers: {},
          body: JSON.parse(JSON.stringify(body)),
          bodyReadable: true,
        } as const
        const met = classify(outcome, claimed.item.content, store.clock())
        await recordOutcome(store, { ...claimed, app: 'a' }, met, settings)
        const item = await bench.only(task_id)
        const { is_active } = await db.selectFrom('accounts').select('is_active').executeTakeFirstOrThrow()

        expect(is_active === 1 || mayStop(outcome.body)).toBe(true)
        const spoken = said.map((each) => cleanText(each)).filter((each) => each !== '')
        for (const each of spoken)
          expect(item.error?.replaceAll('; ', ' ')).toContain(each.replace(/\.$/, '').replaceAll('; ', ' '))
        if (['refused', 'revoked'].includes(met.verdict.kind)) {
          expect(['handed_over', 'failed']).toContain(item.state)
          millis += 48 * 3_600_000
          await db
            .updateTable('accounts')
            .set({ is_active: 1 })
            .where('id', '=', account?.id ?? 0)
            .execute()
          expect(await claimNext(store, lease())).toBeUndefined()
          expect((await bench.attempts(item.id)).length).toBe(1)
        }
        if (met.refusal === 'other') expect(item.state).toBe('handed_over')
        await db.deleteFrom('holds').execute()
        await db.updateTable('accounts').set({ is_active: 1, doubted_target: null }).execute()
        await db
          .updateTable('task_items')
          .set({ state: 'failed', can_retry: 1 })
          .where('state', '=', 'queued')
          .execute()
      }),
      { numRuns: atDepth(300, 2000) },
    )
  }, 1_200_000)
})
