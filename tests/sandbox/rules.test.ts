import { describe, expect, test } from 'vitest'
import { sandboxAccounts } from '../../sandbox/accounts-data'
import { offeredPosts } from '../../sandbox/x/sampleScene'
import { call, other, post, replyTo, standIn } from './standIn'

describe('X’s rules', () => {
  test('the weighted length decides what is too long', async () => {
    const x = await standIn()
    expect((await post(x, '日'.repeat(140))).status).toBe(201)
    expect((await post(x, '日'.repeat(141))).status).toBe(400)
    expect((await post(x, `https://example.com/${'x'.repeat(300)}`)).status).toBe(201)
  })

  test('the same text twice from one account is a duplicate, unless the filter is off', async () => {
    const x = await standIn()
    const both = await Promise.all([post(x, 'Same words'), post(x, 'Same words ')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403])
    expect(both.find(({ status }) => status === 403)?.body.detail).toBe(
      'You are not allowed to create a Tweet with duplicate content.',
    )
    expect((await post(x, 'Same words', { credentials: other })).status).toBe(201)
    x.control({ duplicateFilter: false })
    expect((await post(x, 'Same words')).status).toBe(201)
  })

  test('only replies to a mention or quote are accepted if that rule is on', async () => {
    const x = await standIn()
    const asks = await call(x, 'POST', '/2/tweets', {
      credentials: other,
      body: { text: 'What do you say, @BrewLab_AMA?' },
    })
    const silent = await call(x, 'POST', '/2/tweets', { credentials: other, body: { text: 'Nobody in particular' } })
    x.control({ replyRule: 'summoned' })
    const answers = [
      await call(x, 'POST', '/2/tweets', replyTo(asks.body.data.id, 'Here I am')),
      await call(x, 'POST', '/2/tweets', replyTo(silent.body.data.id, 'Here I am too')),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 403])
    expect(answers[1]?.body.detail).toContain('where you are mentioned')
  })

  test('X refuses in the words of several years, drawn by a seed', async () => {
    const x = await standIn({ replyRule: 'summoned' })
    const said = new Set<string>()
    for (let seed = 0; seed < 20; seed += 1) {
      x.control({ seed })
      const { body } = await call(x, 'POST', '/2/tweets', replyTo('1991427730554880999', `Hello ${seed}`))
      said.add(body.detail ?? body.errors[0].message)
    }
    expect(said.size).toBe(4)
  })

  test('the first posts show both cases: three of the sample’s accounts may reply to one, and none to a stranger’s post', async () => {
    const x = await standIn({ replyRule: 'summoned' })
    const whoAnswers = async (id: string) => {
      const answers = sandboxAccounts(12).map(async (credentials) => {
        const { body } = replyTo(id, `From ${credentials.username} to ${id}`)
        return (await call(x, 'POST', '/2/tweets', { credentials, body })).status === 201 ? [credentials.username] : []
      })
      return (await Promise.all(answers)).flat()
    }
    expect(await whoAnswers(offeredPosts.mention)).toEqual(['@brewlab_ama', '@corner_espresso', '@dailygrind_jo'])
    expect(await whoAnswers(offeredPosts.stranger)).toEqual([])
  })

  test('replies to a deleted post are refused', async () => {
    const x = await standIn({ gone: ['456'] })
    expect(await call(x, 'POST', '/2/tweets', replyTo('456', 'Too late'))).toMatchObject({ status: 403 })
    const { body } = await post(x, 'Soon gone')
    expect((await call(x, 'DELETE', `/2/tweets/${body.data.id}`, { credentials: other })).status).toBe(403)
    expect((await call(x, 'DELETE', `/2/tweets/${body.data.id}`)).body).toEqual({ data: { deleted: true } })
    expect((await call(x, 'GET', `/2/tweets/${body.data.id}`)).status).toBe(404)
    expect(x.posts()).toEqual([])
  })

  test('the limit applies per account and window, and its headers show it', async () => {
    let now = Date.now()
    const x = await standIn({ limits: { createPost: 2 } }, { now: () => now })
    const seconds = () => ({ timestamp: Math.floor(now / 1000) })
    const left = async (text: string, signing = {}) => {
      const { status, headers } = await post(x, text, { ...seconds(), ...signing })
      return [status, headers.get('x-rate-limit-remaining')]
    }
    const resets = Math.ceil((now + 900_000) / 1000)
    expect([await left('One'), await left('Two'), await left('Three')]).toEqual([
      [201, '1'],
      [201, '0'],
      [429, '0'],
    ])
    expect((await post(x, 'Four', seconds())).headers.get('x-rate-limit-reset')).toBe(String(resets))
    expect(await left('Five', { credentials: other })).toEqual([201, '1'])
    now += 900_001
    expect(await left('Six')).toEqual([201, '1'])
  })

  test.each([
    ['/2/tweets/abc', 400],
    ['/2/tweets/12345678901234567890', 400],
    ['/2/tweets/20?tweet.fields=nonsense', 400],
    ['/2/tweets/20?nonsense=1', 400],
    ['/2/users/1/tweets?max_results=4', 400],
    ['/2/users/1/tweets?max_results=101', 400],
    ['/2/users/1/tweets?start_time=yesterday', 400],
    ['/2/users/1/tweets?pagination_token=zzz', 400],
    ['/2/users/me/likes', 404],
  ])('GET %s answers %i', async (path, status) => {
    expect((await call(await standIn(), 'GET', path)).status).toBe(status)
  })

  test('a malformed body is refused', async () => {
    const x = await standIn()
    for (const body of [
      {},
      { text: '' },
      { text: 1 },
      { text: 'a', nonsense: 1 },
      { text: 'a', reply: { in_reply_to_tweet_id: 'x' } },
    ]) {
      expect((await call(x, 'POST', '/2/tweets', { body })).status).toBe(400)
    }
    expect(x.posts()).toEqual([])
  })

  test('requested fields are returned under the requested names', async () => {
    const x = await standIn()
    const { body } = await post(x, 'Fish & chips <3')
    const { id } = body.data
    const asked = async (query: string) => (await call(x, 'GET', `/2/tweets/${id}${query}`)).body
    const { data: plain } = await asked('')
    expect(Object.keys(plain).sort()).toEqual(['edit_history_tweet_ids', 'id', 'text'])
    expect(plain.text).toMatch(/^@\w+ Fish &amp; chips &lt;3$/)
    expect(await asked('?tweet.fields=referenced_tweets,author_id&expansions=author_id')).toMatchObject({
      data: { author_id: expect.any(String), referenced_tweets: [{ type: 'replied_to', id: '1790000000000000000' }] },
      includes: { users: [{ username: 'brewlab_ama', name: 'Brewlab Ama' }] },
    })
    expect((await asked('?post.fields=referenced_posts')).data).toMatchObject({
      edit_history_post_ids: [id],
      referenced_posts: [{ type: 'replied_to', id: '1790000000000000000' }],
    })
  })
})
