import { describe, expect, it } from 'vitest'
import { readWhole } from '../../../server/x/readWhole'
import { XError } from '../../../server/x/types'
import { readAnswer } from '../../../server/x/wire'
import { contextLimits, postContext } from '../../../src/schemas/composer/postContext'

type Body = Record<string, unknown> & { data: Record<string, unknown> }

const xWith = (answers: Record<string, Body | XError>, refusedFields: RegExp = /^$/) => {
  const asked: [path: string, query: Record<string, string>][] = []
  const read = async (path: string, query: Record<string, string>) => {
    asked.push([path, query])
    if (Object.values(query).some((list) => list.split(',').some((name) => refusedFields.test(name)))) {
      throw new XError('One or more parameters to your request was invalid.', 400)
    }
    const answer = answers[path.replace('tweets/', '')] ?? new XError(`Could not find ${path}.`, 404)
    if (answer instanceof XError) throw answer
    return readAnswer.parse(answer)
  }
  return { read, asked }
}

const rich = {
  data: {
    id: '50',
    text: '@kioskandco @pia Look at this &amp; tell me, @brewlab_ama: https://t.co/aaa https://t.co/bbb',
    author_id: '5',
    conversation_id: '30',
    created_at: '2026-11-01T10:00:00.000Z',
    in_reply_to_user_id: '4',
    lang: 'de',
    possibly_sensitive: true,
    reply_settings: 'mentioned_users',
    display_text_range: [17, 82],
    edit_history_tweet_ids: ['48', '50'],
    entities: {
      mentions: [
        { start: 0, end: 11, username: 'kioskandco', id: '4' },
        { start: 12, end: 16, username: 'pia', id: '6' },
        { start: 46, end: 58, username: 'brewlab_ama', id: '7' },
      ],
      urls: [
        {
          start: 60,
          end: 71,
          url: 'https://t.co/aaa',
          expanded_url: 'https://beans.example/roast?a=1&b=2',
          title: 'Roast',
        },
        {
          start: 72,
          end: 83,
          url: 'https://t.co/bbb',
          expanded_url: 'https://x.com/ida/status/50/photo/1',
          media_key: '3_1',
        },
      ],
    },
    referenced_tweets: [
      { type: 'replied_to', id: '40' },
      { type: 'quoted', id: '20' },
    ],
    attachments: { media_keys: ['3_1', '7_2', '3_9'], poll_ids: ['80'] },
    article: { title: 'On water', plain_text: 'Soft water first.' },
  },
  includes: {
    users: [
      { id: '4', username: 'kioskandco', name: 'Kiosk & Co' },
      { id: '5', username: 'ida', name: 'Ida' },
    ],
    tweets: [
      {
        id: '40',
        text: 'Which beans?',
        author_id: '4',
        attachments: { media_keys: ['3_3'] },
        created_at: '2026-11-01T09:00:00.000Z',
      },
    ],
    media: [
      { media_key: '3_1', type: 'photo', url: 'https://pbs.twimg.com/1.jpg', alt_text: 'A cup &amp; a spoon' },
      { media_key: '7_2', type: 'video', preview_image_url: 'https://pbs.twimg.com/2.jpg' },
      { media_key: '3_3', type: 'photo', url: 'javascript:alert(1)' },
    ],
    polls: [
      {
        id: '80',
        options: [
          { position: 1, label: 'Filter', votes: 3 },
          { position: 2, label: 'Espresso', votes: 8 },
        ],
        voting_status: 'open',
      },
    ],
  },
  errors: [
    {
      resource_id: '20',
      parameter: 'referenced_tweets.id',
      type: 'https://api.twitter.com/2/problems/not-authorized-for-resource',
    },
  ],
}

const root = {
  data: {
    id: '30',
    text: 'A thread on coffee',
    author_id: '5',
    conversation_id: '30',
    created_at: '2026-11-01T08:00:00.000Z',
    lang: 'und',
  },
  includes: { users: [{ id: '5', username: 'ida', name: 'Ida' }] },
}

describe('a completely read post', () => {
  it('has its quote, parent, root, media, poll, article and links, and names the parts that its reader cannot see', async () => {
    const { read, asked } = xWith({ 50: rich, 30: root })
    expect(await readWhole('50', read)).toEqual({
      id: '50',
      text: 'Look at this & tell me, @brewlab_ama: https://beans.example/roast?a=1&b=2',
      authorId: '5',
      authorUsername: 'ida',
      authorName: 'Ida',
      createdAt: '2026-11-01T10:00:00.000Z',
      context: {
        lang: 'de',
        possibly_sensitive: true,
        reply_settings: 'mentionedUsers',
        edits: 1,
        media: [
          { kind: 'image', alt_text: 'A cup & a spoon', preview_url: 'https://pbs.twimg.com/1.jpg' },
          { kind: 'video', preview_url: 'https://pbs.twimg.com/2.jpg' },
        ],
        poll: {
          options: [
            { label: 'Filter', votes: 3 },
            { label: 'Espresso', votes: 8 },
          ],
          is_open: true,
        },
        article: { title: 'On water', text: 'Soft water first.' },
        links: [{ url: 'https://beans.example/roast?a=1&b=2', title: 'Roast' }],
        not_shown: [
          'the quoted post (X does not let this account see it)',
          'a video without description',
          'an attachment that X does not show',
        ],
        parent: {
          tweet_id: '40',
          text: 'Which beans?',
          author_username: 'kioskandco',
          author_name: 'Kiosk & Co',
          created_at: '2026-11-01T09:00:00.000Z',
          media: [{ kind: 'image' }],
          links: [],
          not_shown: ['an image without description'],
        },
        root: {
          tweet_id: '30',
          text: 'A thread on coffee',
          author_username: 'ida',
          author_name: 'Ida',
          created_at: '2026-11-01T08:00:00.000Z',
          media: [],
          links: [],
          not_shown: [],
        },
      },
      audience: {
        author: { id: '5', username: 'ida' },
        mentions: [{ id: '7', username: 'brewlab_ama' }],
        implied: [
          { id: '4', username: 'kioskandco' },
          { id: '6', username: 'pia' },
        ],
        quotes: 'unknown',
        answers: { id: '4', username: 'kioskandco' },
        thread: { id: '5', username: 'ida' },
        replySettings: 'mentionedUsers',
      },
    })
    expect(asked.map(([path]) => path)).toEqual(['tweets/50', 'tweets/30'])
  })

  it('is the original if the link leads to a repost, and the newest version if it was edited', async () => {
    const repost = {
      data: { id: '9', text: 'RT', author_id: '8', referenced_tweets: [{ type: 'retweeted', id: '10' }] },
      includes: { users: [{ id: '8', username: 'sharer' }] },
    }
    const old = { data: { id: '10', text: 'Coffe', author_id: '5', edit_history_tweet_ids: ['10', '11'] } }
    const newest = { data: { id: '11', text: 'Coffee', author_id: '5', edit_history_tweet_ids: ['10', '11'] } }
    const post = await readWhole('9', xWith({ 9: repost, 10: old, 11: newest }).read)
    expect(post).toMatchObject({ id: '11', text: 'Coffee', context: { reposted_by: 'sharer', edits: 1 } })
  })

  it('ends if reposts form a circle', async () => {
    const to = (id: string, next: string) => ({
      data: {
        id,
        text: id,
        author_id: '1',
        created_at: '2026-11-01T07:00:00.000Z',
        referenced_tweets: [{ type: 'retweeted', id: next }],
      },
    })
    const { read, asked } = xWith({ 1: to('1', '2'), 2: to('2', '1') })
    expect(await readWhole('1', read)).toMatchObject({ context: { not_shown: ['who wrote it'] } })
    expect(asked.length).toBeLessThan(6)
  })

  it('is shown without its invisible parts, which are reported', async () => {
    const { read } = xWith({ 8: { data: { id: '8', text: 'Lovely weather\u{e0053}\u{e0061}\u{e0079} today\u200b' } } })
    expect(await readWhole('8', read)).toMatchObject({
      text: 'Lovely weather today',
      context: {
        not_shown: [
          'who wrote it',
          'whether it is a reply',
          '4 invisible characters (text in tag characters, characters without width) in the text',
        ],
      },
    })
  })

  it('may be nothing but a text from X, with an unknown author', async () => {
    const { read, asked } = xWith({ 7: { data: { id: '7', text: 'Bare' } } })
    expect(await readWhole('7', read)).toEqual({
      id: '7',
      text: 'Bare',
      context: { media: [], links: [], not_shown: ['who wrote it', 'whether it is a reply'] },
      audience: { author: {}, mentions: [], notLoaded: ['answers'] },
    })
    expect(asked).toHaveLength(4)
  })

  it('is requested with fewer fields if X does not know one', async () => {
    const { read, asked } = xWith({ 30: root }, /^(?:article|poll_ids|options)$/)
    expect(await readWhole('30', read)).toMatchObject({ text: 'A thread on coffee', authorUsername: 'ida' })
    expect(asked).toHaveLength(3)
  })

  it('is replaced by X’s words if X refuses every list of fields, or the post', async () => {
    await expect(readWhole('1', xWith({}, /./).read)).rejects.toMatchObject({ status: 400 })
    const { read, asked } = xWith({ 1: new XError('Too Many Requests', 429) })
    await expect(readWhole('1', read)).rejects.toMatchObject({ status: 429 })
    expect(asked).toHaveLength(1)
  })

  it('may lack the first post of its thread', async () => {
    const post = await readWhole('50', xWith({ 50: rich }).read)
    expect(post.context.not_shown).toContain('the first post of its thread')
    expect(post.audience.thread).toBeUndefined()
  })

  it('may contain malformed members, which are skipped', async () => {
    const odd = {
      data: {
        ...root.data,
        entities: { mentions: [null, { start: 'x' }, { start: 0, end: 3, username: 'pia' }], urls: 7 },
        attachments: { media_keys: [1, '3_1'] },
        note_tweet: 'no object',
        lang: 42,
      },
      includes: { users: [{}, { id: '5', username: 'ida' }], media: 'none' },
      errors: 'none',
    }
    expect(await readWhole('30', xWith({ 30: odd }).read)).toMatchObject({
      authorUsername: 'ida',
      context: { not_shown: ['an attachment that X does not show'] },
      audience: { mentions: [{ username: 'pia' }] },
    })
  })

  it('lists the people that a long post mentions after its first part', async () => {
    const start = '@kioskandco '
    const text = `${start}${'long '.repeat(60)}@brewlab_ama`
    const long = {
      data: {
        ...root.data,
        text: `${start}long…`,
        display_text_range: [12, 17],
        referenced_tweets: [{ type: 'replied_to', id: '40' }],
        entities: { mentions: [{ start: 0, end: 11, username: 'kioskandco' }] },
        note_tweet: {
          text,
          entities: {
            mentions: [
              { start: 0, end: 11, username: 'kioskandco' },
              { start: 312, end: 324, username: 'brewlab_ama' },
            ],
          },
        },
      },
    }
    const post = await readWhole('30', xWith({ 30: long }).read)
    expect(post.text).toBe(text.slice(start.length))
    expect(post.audience.mentions).toEqual([{ username: 'brewlab_ama' }])
  })

  it('never exceeds the limits of the contract', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `${index}`)
    const huge = '😀'.repeat(60_000)
    const data = {
      ...rich.data,
      conversation_id: '40',
      text: huge,
      display_text_range: [0, 60_000],
      note_tweet: { text: `${huge}${'@a'.repeat(9)}`, entities: {} },
      lang: huge,
      attachments: { media_keys: many, poll_ids: ['80'] },
      article: { title: huge, plain_text: huge },
      entities: {
        mentions: many.map(() => ({ start: 0, end: 1, username: 'a' })),
        urls: many.map((n) => ({ url: `https://t.co/${n}`, expanded_url: `https://e.example/${n}`, title: huge })),
      },
    }
    const includes = {
      users: [{ id: '5', username: huge, name: huge }],
      tweets: [{ ...data, id: '40' }],
      media: many.map((media_key) => ({ media_key, type: 'photo', alt_text: huge, url: `https://e.example/${huge}` })),
      polls: [{ id: '80', options: many.map(() => ({ label: huge })), voting_status: huge }],
    }
    const post = await readWhole('50', xWith({ 50: { data, includes } }).read)
    expect(postContext.safeParse(post.context).success).toBe(true)
    expect(post.text.length).toBeLessThanOrEqual(contextLimits.text)
    expect(post.audience.mentions?.length).toBe(200)
    expect(JSON.stringify(post).length).toBeLessThan(200_000)
    expect(JSON.stringify(post).isWellFormed()).toBe(true)
  })
})
