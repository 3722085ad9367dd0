import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { userIdOf } from '../../../sandbox/accounts-data'
import { startXStandIn } from '../../../sandbox/x/standIn'
import { matches } from '../../../server/posting/protocol/normalise'
import { mayBeOneOf } from '../../../server/posting/verify/reconcile'
import { mayAnswer } from '../../../server/x/eligibility'
import type { XPost } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'
import { firstThen, lost } from '../../support/fakeX'
import { until } from '../../support/waiting'
import { account, clientOf, closeAll, closeLater } from '../../support/xServers'
import '../../support/chance'

afterEach(closeAll)

/** Fields that distinguish a reply from other posts, whole and in parts. */
const fields = [
  ...['conversation_id', 'referenced_tweets', 'referenced_tweets.0.id', 'referenced_tweets.0.type'],
  ...['in_reply_to_user_id', 'entities', 'entities.mentions', 'entities.mentions.0', 'entities.mentions.0.username'],
  ...['text', 'created_at', 'author_id', 'author', 'id', 'post', 'edit_history_tweet_ids'],
]
/** Without these fields a post can still be distinguished from others. */
const enough = ['created_at', 'author_id', 'author', 'in_reply_to_user_id', 'entities', 'edit_history_tweet_ids']

describe('posts that X returns incompletely', () => {
  it('a reply is never wrongly called absent or found, and complete parts are matched', async () => {
    const x = await startXStandIn({ options: { replyRule: 'open' } })
    closeLater(x.close)
    const client = clientOf(x)
    const sent = ['See you there.', '@kioskandco is next door', 'Read example.com/a today'].map((text, index) => ({
      text,
      inReplyTo: String(1_790_000_000_000_000_000n + BigInt(index)),
    }))
    for (const each of sent) await client.createReply(account, each)
    const ids = x.posts().map(({ id }) => id)
    const userId = userIdOf(account.username.slice(1))
    const hole = fc.uniqueArray(fc.constantFrom(...fields), { maxLength: 3 })

    await fc.assert(
      fc.asyncProperty(fc.tuple(hole, hole, hole), fc.boolean(), async (drawn, hasMeta) => {
        const holes = Object.fromEntries(ids.map((id, index) => [id, drawn[index] ?? []]))
        x.control({ holes: { ...holes, ...(hasMeta ? {} : { meta: ['result_count', 'next_token'] }) } })
        const { posts, isWhole } = await client.getUserPosts(account, userId, new Date(0))
        const sought = ({ text, inReplyTo }: (typeof sent)[number]) => ({ content: text, targetId: inReplyTo })
        const isFound = (each: (typeof sent)[number]) =>
          posts.some((post) => matches(post, { ...sought(each), since: new Date(0) }))
        const mayBeThere = ({ text, inReplyTo }: (typeof sent)[number]) =>
          !isWhole || mayBeOneOf(posts, { content: text, target_tweet_id: inReplyTo })
        for (const [index, each] of sent.entries()) {
          expect(isFound(each) || mayBeThere(each), each.text).toBe(true)
          if (drawn[index]?.every((field) => enough.includes(field))) expect(isFound(each), each.text).toBe(true)
          expect(isFound({ ...each, inReplyTo: '20' }) || isFound({ ...each, text: 'Others' }), each.text).toBe(false)
        }
        const isUntouched = drawn.flat().every((field) => enough.includes(field))
        if (isUntouched) expect(mayBeThere({ text: 'Others', inReplyTo: '20' })).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  it('the beginning of a long text matches nobody else’s reply, but may match its own', () => {
    const words = 'A long answer that goes on about https://example.com/coffee and much else.'
    const whole = `${words} ${'And on. '.repeat(40)}`.trim()
    const at = (length: number): XPost => ({
      id: '9',
      text: `@ida ${whole.slice(0, length)}… https://t.co/aBc123`,
      isCut: true,
      authorId: '1',
      authorUsername: '',
      authorName: '',
      inReplyTo: '7',
      leadingMentions: [{ username: 'ida', end: 4 }],
    })
    const item = (content: string) => ({ content, target_tweet_id: '7' })
    for (let length = 0; length < 100; length += 1) {
      expect(mayBeOneOf([at(length)], item(whole)), String(length)).toBe(true)
    }
    expect(mayBeOneOf([at(60)], item(`Not ${whole}`))).toBe(false)
  })
})

const planted = {
  '40': { username: 'crema_notes', text: 'The beginning, by one of ours' },
  '41': { username: 'pia', text: 'To @crema_notes and @nobody_there', inReplyTo: '40' },
  '42': { username: 'max', text: 'Deep down for @pour_over_pete', inReplyTo: '41', quotes: '43' },
  '43': { username: 'brewlab_ama', text: 'Quoted', replySettings: 'mentionedUsers' as const },
  '44': { username: 'eva', text: 'Look at this', quotes: '43', replySettings: 'following' as const },
  '45': { username: 'rob', text: 'RT @eva: Look at this', reposts: '44' },
  '46': { username: 'ida', text: `@corner_roast ${'A long text. '.repeat(30)} @brewlab_ama` },
  '47': {
    username: 'zoe',
    text: 'Hello @crema_notes',
    replySettings: 'mentionedUsers' as const,
    versions: ['47', '41'],
  },
}
const ours = ['crema_notes', 'pour_over_pete', 'brewlab_ama', 'corner_roast', 'jo_on_tour']
const ofPosts = [
  ...[...fields.filter((field) => field !== 'id' && field !== 'text'), 'display_text_range', 'reply_settings'],
  ...['note_tweet', 'note_tweet.entities', 'entities.urls', 'entities.urls.0.expanded_url', 'attachments', 'lang'],
]

describe('posts to be answered that X returns incompletely', () => {
  it('a prediction becomes uncertain, or stays as it is', async () => {
    const x = await startXStandIn({ options: { planted, limits: { getPost: 1_000_000 } } })
    closeLater(x.close)
    const client = clientOf(x)
    const verdicts = async (id: string) => {
      const { audience } = await client.readPost(id, 'app')
      return ours.flatMap((username) =>
        [userIdOf(username), null].map((xUserId) => mayAnswer(audience, { username, xUserId }, 'summoned').verdict),
      )
    }
    const whole = new Map<string, string[]>()
    for (const id of Object.keys(planted)) whole.set(id, await verdicts(id))
    expect(new Set([...whole.values()].flat())).toEqual(new Set(['allowed', 'uncertain', 'refused']))

    const hole = fc.dictionary(
      fc.constantFrom(...Object.keys(planted)),
      fc.uniqueArray(fc.constantFrom(...ofPosts), { minLength: 1, maxLength: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(hole, fc.constantFrom(...Object.keys(planted)), async (holes, id) => {
        x.control({ holes })
        const found = await verdicts(id)
        const sure = whole.get(id) ?? []
        found.forEach((verdict, at) => {
          expect(['uncertain', sure[at]], `${id} ${ours[Math.floor(at / 2)]}`).toContain(verdict)
        })
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['34', 'the post that it reposts, which came with it', { '33': 403 }, '33', 'Deep down'],
    ['35', 'its newest version', { '33': 403 }, '35', 'Deeper'],
  ])('%s is shown as far as it was read without %s', async (id, _, refusedIds, shownId, text) => {
    const [refused = ''] = Object.keys(refusedIds)
    const x = await startXStandIn({
      options: {
        planted: {
          '33': { username: 'eva', text: 'Deep down' },
          '34': { username: 'rob', text: 'RT @eva: Deep down', reposts: '33' },
          '35': { username: 'eva', text: 'Deeper', versions: ['35', '33'] },
        },
        rules: [{ match: { path: `/2/tweets/${refused}` }, do: { answer: 'notPermitted' } }],
      },
    })
    closeLater(x.close)
    const post = await clientOf(x).readPost(id, 'app')
    expect([post.id, post.text, post.authorUsername]).toEqual([shownId, text, 'eva'])
    expect(post.context.not_shown).toHaveLength(id === '34' ? 1 : 2)
  })
})

describe.each(databasesHere())('a post that X shows in parts, on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const hiding = (...parts: Partial<XPost & { isWhole: boolean }>[]) => {
    const { getUserPosts } = bench.x
    let readings = 0
    bench.x.getUserPosts = async (...asked) => {
      const { isWhole = true, ...part } = parts[Math.min(readings, parts.length - 1)] ?? {}
      readings += 1
      const { posts } = await getUserPosts(...asked)
      return { posts: isWhole ? posts.map((post) => ({ ...post, ...part })) : [], isWhole }
    }
    return () => readings
  }
  const cut = { text: '@author Reply… https://t.co/1', isCut: true }

  it.each([
    ['what it answers', { inReplyTo: undefined }],
    ['the rest of its text', cut],
    ['the post itself', { isWhole: false }],
  ])('is found when X loads %s, and is not sent again until then', async (_, part) => {
    bench = await createBench(kind, 1)
    bench.x.fate = firstThen(lost(true))
    bench.x.duplicateFilter = false
    const readings = hiding(part, part, part, {})
    const task = await bench.sendBatch(1)
    await bench.delivery.start()
    await bench.atRest()
    expect([(await bench.only(task)).state, bench.x.posts.length, readings()]).toEqual(['completed', 1, 4])
  })

  it('does not prevent the conclusion that other words are absent', async () => {
    bench = await createBench(kind, 1)
    const [id = ''] = await bench.addReplies(['Other words'])
    await bench.x.createReply({ ...bench.accounts[0], access_token: '1' } as never, { text: 'Mine', inReplyTo: '5' })
    bench.x.fate = ({ count }) => (count === 2 ? lost(false) : { posts: true })
    hiding({ inReplyTo: undefined })
    const { task_id } = await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids: [id], group_name: 'Launch' })
    await bench.delivery.start()
    await bench.atRest()
    expect((await bench.only(task_id)).state).toBe('completed')
    expect(bench.x.requests.map(({ text }) => text)).toEqual(['Mine', 'Other words', 'Other words'])
  })

  it('belongs to the item before anything is sent, however long X hides the answered post', async () => {
    bench = await createBench(kind, 1, { readFirst: true })
    const task = await bench.sendBatch(1)
    const { content, target_tweet_id } = await bench.only(task)
    await bench.x.createReply({ access_token: '1' } as never, { text: content, inReplyTo: target_tweet_id })
    const readings = hiding({ inReplyTo: undefined }, { inReplyTo: undefined }, {})
    await bench.delivery.start()
    const error = await until(async () => (readings() > 1 ? (await bench.only(task)).error : null) ?? undefined)
    expect(error).toMatch(/^X did not list all posts of this account/)
    await bench.db.updateTable('task_items').set({ next_at: '2026-01-01T00:00:00.000Z' }).execute()
    await bench.db.deleteFrom('holds').execute()
    bench.delivery.wake()
    await bench.atRest()
    expect([(await bench.only(task)).state, bench.x.posts.length, bench.x.requests.length]).toEqual(['completed', 1, 1])
  })
})
