import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { moveEnded } from '../../src/schemas/accounts/accounts.words'
import { webAddress } from '../../src/schemas/base'
import { examplesOf } from '../../src/schemas/characters/roles'
import { checkForm } from '../../src/schemas/checkForm'
import { isPostOf } from '../../src/schemas/composer/draft'
import { cashtags } from '../../src/schemas/composer/draftChecks/cashtags'
import { reasonsOf } from '../../src/schemas/composer/draftChecks/check'
import { hashtags } from '../../src/schemas/composer/draftChecks/hashtags'
import { length } from '../../src/schemas/composer/draftChecks/length'
import { mentions } from '../../src/schemas/composer/draftChecks/mentions'
import { firstLinkAt, linksIn } from '../../src/schemas/composer/postText'
import { hasManyLinks, nextOf } from '../../src/schemas/queue/queue'
import { chosenTheme, themeCookie } from '../../src/schemas/shell/theme'
import { queued } from '../machines/queue/queueModels'

describe('a form', () => {
  const schema = z.object({
    name: z.string('Name?').check(z.minLength(2, 'Short'), z.regex(/^a/, 'No a')),
    age: z.int('Age?'),
  })

  it('that is filled in becomes a body', () => {
    expect(checkForm(schema, { name: 'ada', age: 3 })).toEqual({ body: { name: 'ada', age: 3 } })
  })

  it('with errors shows the first error of each field', () => {
    expect(checkForm(schema, { name: 'b', age: 'x' })).toEqual({ errors: { name: 'Short', age: 'Age?' } })
  })
})

describe('moved accounts', () => {
  const [one, two, three] = [1, 2, 3].map((id) => ({ id, username: `@a${id}` })) as [Moved, Moved, Moved]
  type Moved = { id: number; username: string }
  const moved = (account: Moved) => ({ ...account, detail: null })
  const kept = (account: Moved) => ({ ...account, detail: `X said no to ${account.id}.` })

  it.each([
    [[one], [moved(one)], '@a1 now uses OAuth 2.0.'],
    [[one], [kept(one)], '@a1 keeps its keys: X said no to 1.'],
    [[one, two], [moved(one), moved(two)], '2 of 2 accounts were moved to OAuth 2.0.'],
    [
      [one, two, three],
      [moved(one), kept(two), kept(three)],
      '1 of 3 accounts were moved to OAuth 2.0. @a2 keeps its keys: X said no to 2.',
    ],
    [[one, two, three], [moved(one)], '1 of 3 accounts were moved to OAuth 2.0.'],
    [[], [], '0 of 0 accounts were moved to OAuth 2.0.'],
  ])('%# are counted, and the first failure is named', (queue, results, told) => {
    expect(moveEnded(queue, results)).toBe(told)
  })
})

describe('the queue of posts', () => {
  it('receives a paste of two links, but not of one', () => {
    const link = (id: number) => `https://x.com/a/status/${id}`
    expect([link(1), `${link(1)}\n${link(1)}`, `${link(1)}\n${link(2)}`, 'no link'].map(hasManyLinks)).toEqual([
      false,
      false,
      true,
      false,
    ])
  })

  it('continues with the first post that is neither skipped nor in the composer', () => {
    const entries = [queued('1'), { ...queued('2'), isSkipped: true }, queued('3')]
    expect([undefined, '1', '3', '9'].map((current) => nextOf(entries, current)?.id)).toEqual(['1', '3', '1', '1'])
    expect(nextOf([{ ...queued('2'), isSkipped: true }], undefined)).toBeUndefined()
  })
})

it('a post matches the link in the field, ignoring spaces around it', () => {
  const form = { tweet_url: ' https://x.com/a/status/1\n', role_id: '', group_name: '', count: '1', account_id: '' }
  const post = (tweet_url: string) => ({ tweet_id: '1', tweet_url })
  expect(isPostOf({ form, post: post('https://x.com/a/status/1') })).toBe(true)
  expect(isPostOf({ form, post: post('https://x.com/a/status/12') })).toBe(false)
  expect(isPostOf({ form, post: undefined })).toBe(false)
})

it('example conversations are pairs of post and reply, the first eight', () => {
  const pairs = Array.from({ length: 9 }, (_, at) => [`post ${at}`, `reply ${at}`])
  const shown = examplesOf({ example_conversations: { odd: { not: 'a reply' }, ...Object.fromEntries(pairs) } })
  expect(shown).toEqual(pairs.slice(0, 8).map(([post, reply]) => ({ post, reply })))
})

it.each([
  ['https://x.com/a', true],
  ['http://127.0.0.1:4000', true],
  ['ftp://x.com', false],
  ['javascript:alert(1)', false],
  ['xhttps://x.com', false],
  ['https+x://x.com', false],
  ['x.com', false],
  ['', false],
  [null, false],
  [undefined, false],
])('%j may be linked: %s', (text, may) => {
  expect(webAddress(text)).toBe(may ? text : undefined)
})

describe('the theme', () => {
  it.each([
    ['theme=dark', 'dark'],
    ['a=b; theme=light; c=d', 'light'],
    ['theme=system', undefined],
    ['other_theme=dark', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('chosen by %j is %s', (cookies, theme) => {
    expect(chosenTheme(cookies)).toBe(theme)
  })

  it('is stored for a year, for the whole console', () => {
    expect(themeCookie('dark')).toBe('theme=dark; path=/; max-age=31536000; samesite=lax')
  })
})

describe('the draft checks', () => {
  it('names hashtags and cashtags, each once', () => {
    expect(hashtags('So #true, #true and #new', undefined)).toBe('contains hashtags: #true, #new')
    expect(cashtags('Buy $ABC, $ABC or $XYZ', undefined)).toBe('contains cashtags: $ABC, $XYZ')
    expect([hashtags('No. 1', undefined), cashtags('$5', undefined)]).toEqual([undefined, undefined])
  })

  it('counts as X does, and reports texts that are too long', () => {
    expect(length('a'.repeat(280), undefined)).toBeUndefined()
    expect(length('a'.repeat(281), undefined)).toBe('has 281 characters as X counts them, and 280 fit')
  })

  it('names the people except the author whom a reply would notify', () => {
    expect(mentions('@Maker and @bob, @cy', { author: '@maker' })).toBe(
      'mentions @bob, @cy, who did not write the post',
    )
    expect(mentions('@Maker says', { author: 'maker' })).toBeUndefined()
    expect(mentions('@maker says', { author: undefined })).toBe('mentions @maker, who did not write the post')
    expect(mentions('nobody', { author: undefined })).toBeUndefined()
  })

  it('returns the reasons of its checks in order', () => {
    expect(reasonsOf([cashtags, length, hashtags], '#a $ABC', undefined)).toEqual([
      'contains a cashtag: $ABC',
      'contains a hashtag: #a',
    ])
  })
})

describe('links in a text', () => {
  it('are the links that X creates, and all texts that begin like one, each once', () => {
    expect(linksIn('See a.com, https://b.example/x?y=1 and HTTP://c.notld/z b.com a.com')).toEqual(
      expect.arrayContaining(['a.com', 'https://b.example/x?y=1', 'HTTP://c.notld/z', 'b.com']),
    )
    expect(linksIn('a.com a.com')).toEqual(['a.com'])
    expect(linksIn('https://a.com/ https://a.com/')).toEqual(['https://a.com/'])
    expect(linksIn('https://a.com/x.')).toEqual(['https://a.com/x'])
    expect(linksIn('http alone, https:// too')).toEqual([])
  })

  it.each([
    ['Read a.com', 5],
    ['Read http://b.notld', 5],
    ['a.com, then http://b.notld', 0],
    ['http://b.notld, then a.com', 0],
    ['https:// alone', undefined],
    ['none', undefined],
  ])('of %j begin at %s', (text, at) => {
    expect(firstLinkAt(text)).toBe(at)
  })
})
