import { afterEach, describe, expect, it } from 'vitest'
import { listNewAnswers, noteNewAnswer } from '../../../server/features/system/newAnswers.store'
import type { Delivery } from '../../../server/posting/protocol/types'
import { patternOf } from '../../../server/x/problems'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, differentTexts } from '../../support/delivery'
import { answer, problem } from '../../support/fakeX'
import { until } from '../../support/waiting'

const target = (index: number) => String(1_900_000_000_000_000_001n + BigInt(index))
const author = { id: '900', username: 'asker' }

describe.each(databasesHere())('words of X that this version does not know on $name', (kind) => {
  let bench: Bench
  let delivery: Delivery
  afterEach(() => bench.dispose())

  const warnings: Record<string, unknown>[] = []
  const contradictions: string[] = []
  const prepare = async (accounts: number, mentioned: number[]) => {
    warnings.length = 0
    contradictions.length = 0
    bench = await createBench(kind, accounts, { replyRule: 'summoned', concurrency: 1 })
    await bench.db.updateTable('accounts').set({ x_app: 'the app' }).execute()
    const standing = {
      author,
      thread: author,
      answers: { id: '3' },
      replySettings: 'everyone',
      mentions: mentioned.map((id) => ({ id: String(id), username: `user${id}` })),
    }
    const posts = Array.from({ length: 8 }, (_, index) => ({
      owner_id: bench.ownerId,
      tweet_id: target(index),
      text: 'Who knows?',
      author_username: author.username,
      author_name: 'Asker',
      fetched_at: new Date().toISOString(),
      standing: JSON.stringify(standing),
    }))
    await bench.db.insertInto('posts').values(posts).execute()
    const log = {
      info: () => undefined,
      error: () => undefined,
      warn: (fields: object) => warnings.push({ ...fields }),
    }
    const observer = { attempt: () => undefined, contradiction: (said: string) => void contradictions.push(said) }
    const access = { openCredentials: async () => ({ bearer: '1', accepted: nothing, refused: nothing }) }
    delivery = bench.restarted({}, bench.instanceFile, { log, observer, ...access })
    await delivery.start()
  }
  const send = async (account: number, post: number, by = delivery) => {
    const [reply_id = ''] = await bench.addReplies(
      differentTexts(100).slice(account * 10 + post, account * 10 + post + 1),
    )
    await bench.db
      .updateTable('replies')
      .set({ tweet_id: target(post) })
      .where('id', '=', reply_id)
      .execute()
    const { task_id } = await by.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: account })
    return task_id
  }
  const settled = async (task: string) => {
    await until(async () => {
      delivery.wake()
      return !['queued', 'posting', 'unknown'].includes((await bench.only(task)).state)
    })
    return bench.only(task)
  }
  const holds = async () => (await bench.db.selectFrom('holds').select('scope').execute()).map(({ scope }) => scope)

  it('give a reply to a person, and every later reply of that account to that post, with one request', async () => {
    await prepare(2, [1, 2])
    bench.x.fate = () => ({ posts: false, outcome: problem(403, 'Only for guests.', { type: 'x/odd', reason: 'odd' }) })
    const first = await settled(await send(1, 0))
    expect([first.state, first.error]).toEqual(['handed_over', 'Only for guests.'])
    expect(await settled(await send(1, 0))).toMatchObject({ state: 'handed_over', attempts: 0 })
    expect(bench.x.requests.length).toBe(1)
    expect(await bench.db.selectFrom('accounts').select('is_active').execute()).toEqual([
      { is_active: 1 },
      { is_active: 1 },
    ])
  })

  it('give queued replies to a person that were queued before X used these words', async () => {
    await prepare(1, [1])
    bench.x.fate = () => ({ posts: false, takesMs: 300, outcome: problem(403, 'Only for guests.') })
    const [first, second, third] = [await send(1, 0), await send(1, 0), await send(1, 1)]
    expect((await settled(first)).state).toBe('handed_over')
    expect(await settled(second)).toMatchObject({ state: 'handed_over', attempts: 0 })
    expect(await settled(third)).toMatchObject({ state: 'handed_over', attempts: 1 })
  })

  it('are one sentence with any ids, names and numbers, and raise the alarm the third time', async () => {
    await prepare(3, [])
    bench.x.fate = ({ count }) => ({
      posts: false,
      outcome: problem(403, `User @user${count} has ${count}0 of 7 guests.`),
    })
    for (const post of [0, 1, 2, 3]) expect((await settled(await send(3, post))).state).toBe('handed_over')
    expect(await listNewAnswers(bench.db)).toMatchObject([
      { words: 'User … has … of … guests.', times: 4, treatment: 'handed_over' },
    ])
    expect(contradictions).toEqual(['refused'])
    expect(warnings).toMatchObject([
      { event: 'verdict.contradicted', post: target(2), reason: expect.stringContaining('3 times today') },
    ])
    expect(await holds()).toEqual([])
  })

  it('hold an app after three allowed accounts received them, and no reply was accepted in between', async () => {
    await prepare(6, [1, 2, 4, 5, 6])
    await bench.db.updateTable('accounts').set({ x_app: 'another app' }).where('id', '=', 6).execute()
    const refusal = { posts: false, outcome: problem(403, 'Only for guests.') }
    bench.x.fate = ({ text }) => (text === accepted ? { posts: true } : refusal)
    const accepted = differentTexts(100)[55] ?? ''
    await settled(await send(1, 0))
    await settled(await send(2, 0))
    expect((await settled(await send(3, 0))).attempts).toBe(1)
    expect((await settled(await send(5, 5))).state).toBe('completed')
    await settled(await send(1, 1))
    await settled(await send(4, 1))
    expect(await holds()).toEqual([])
    await settled(await send(2, 1))
    expect(await holds()).toEqual(['paused:the app'])
    expect(await listNewAnswers(bench.db)).toMatchObject([
      { words: 'Only for guests.', times: 6, treatment: 'app_held' },
    ])
    const held = await send(5, 6)
    expect((await settled(await send(6, 6))).attempts).toBe(1)
    expect(await bench.only(held)).toMatchObject({ state: 'queued', attempts: 0 })
  })

  it('are stored for the latest two hundred sentences', async () => {
    await prepare(1, [])
    const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    for (let number = 0; number < 203; number += 1) {
      const at = new Date(Date.UTC(2026, 10, 29) + number * 1000).toISOString()
      const said = { words: `No ${letters(number)}`, treatment: 'failed', username: '' } as const
      await bench.db.transaction().execute((trx) => noteNewAnswer(trx, said, at))
    }
    const kept = await listNewAnswers(bench.db)
    expect([kept.length, kept.at(0)?.words, kept.at(-1)?.words]).toEqual([200, 'No cac', 'No d'])
  })

  it('postpone a reply four times if X does not know the tokens, and fail it the fifth time', async () => {
    await prepare(2, [1, 2])
    const words = 'Authenticating with Unknown is forbidden for this endpoint.'
    bench.x.fate = ({ count }) =>
      count === 2 ? { posts: true } : { posts: false, outcome: answer(403, { detail: words }) }
    const task = await send(1, 0)
    expect(await settled(task)).toMatchObject({ state: 'completed', attempts: 2 })
    bench.x.fate = () => ({ posts: false, outcome: answer(403, { detail: words }) })
    const other = await send(2, 0)
    await until(async () => {
      await bench.db.updateTable('task_items').set({ next_at: '2026-01-01' }).where('task_id', '=', other).execute()
      delivery.wake()
      return (await bench.only(other)).state === 'failed'
    })
    expect(await bench.only(other)).toMatchObject({ attempts: 5, error: words })
  })
})

const nothing = async () => undefined

describe('the pattern of a sentence', () => {
  it.each([
    ['Could not find tweet with id: [1900000000000000001].', 'Could not find tweet with id: [1990000000000000002].'],
    ['@anna may not answer @bo, @cy.', '@dora may not answer @eve.'],
    ['Wait until 2026-11-29T10:00:00.000Z, please.', 'Wait until 10:15, please.'],
    ['The word "soup" is not allowed.', 'The word “stew” is not allowed.'],
    ['user1 has 12 of 30', 'user1 has 400 of 2,000.5'],
    ['See https://x.com/a?b=1 for more.', 'See https://help.x.com/other for more.'],
    ['Request 7f3a9c0d12ab failed.', 'Request 00ff00ff00ff00ff failed.'],
  ])('is the same for "%s" and "%s"', (one, other) => {
    expect(patternOf(one, '@user1')).toBe(patternOf(other, '@user1'))
  })

  it('differs for other words', () => {
    expect(patternOf('You can not reply.', '')).not.toBe(patternOf('You may not reply.', ''))
    expect(patternOf("You can't reply; it's closed.", '')).toBe("You can't reply; it's closed.")
  })
})
