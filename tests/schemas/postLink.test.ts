import { describe, expect, it } from 'vitest'
import { authorOf, parsePostLink, postLinkOf } from '../../src/schemas/composer/postLink'

describe('a link that names one post', () => {
  it.each([
    ['https://x.com/kioskandco/status/1991427730554880217', { id: '1991427730554880217', username: 'kioskandco' }],
    ['https://twitter.com/kioskandco/status/20', { id: '20', username: 'kioskandco' }],
    ['http://www.x.com/a/statuses/20', { id: '20', username: 'a' }],
    ['https://mobile.twitter.com/a/status/20', { id: '20', username: 'a' }],
    ['https://m.twitter.com/a/status/20', { id: '20', username: 'a' }],
    ['https://X.COM/A_b/status/20', { id: '20', username: 'A_b' }],
    ['x.com/a/status/20', { id: '20', username: 'a' }],
    ['https://x.com/a/status/20?s=20&t=abc', { id: '20', username: 'a' }],
    ['https://x.com/a/status/20?s=@a', { id: '20', username: 'a' }],
    ['https://x.com/a/status/20/photo/1', { id: '20', username: 'a' }],
    ['https://x.com/a/status/20/#top', { id: '20', username: 'a' }],
    ['https://x.com/i/web/status/20', { id: '20' }],
    ['https://x.com/i/status/20', { id: '20' }],
    ['  20  ', { id: '20' }],
    ['1991427730554880217', { id: '1991427730554880217' }],
    ['1', { id: '1' }],
    ['https://x.com/old_handle_of_20_sig/status/20', { id: '20', username: 'old_handle_of_20_sig' }],
    ['https://www.twitter.com/a/status/20', { id: '20', username: 'a' }],
    ['https://mobile.x.com/a/status/20', { id: '20', username: 'a' }],
    ['https://m.x.com/a/status/20', { id: '20', username: 'a' }],
    ['HTTPS://x.com/a/status/20', { id: '20', username: 'a' }],
    ['X.com/a/status/1', { id: '1', username: 'a' }],
    ['https://x.com:443/a/status/20', { id: '20', username: 'a' }],
  ])('%s', (pasted, read) => {
    expect(parsePostLink(pasted)).toEqual(read)
  })
})

it.each(['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'])('is read despite %j around and inside it', (unseen) => {
  const link = { id: '20', username: 'a' }
  expect([
    parsePostLink(`${unseen}https://x.com/a/status/20${unseen}`),
    parsePostLink(` ${unseen} https://x.${unseen}com/a/status/2${unseen}0?s=20 ${unseen} `),
    parsePostLink(`${unseen}20${unseen}`),
  ]).toEqual([link, link, { id: '20' }])
})

describe('a link that is refused', () => {
  it.each([
    '',
    'hello',
    'https://x.com',
    'https://x.com/kioskandco',
    'https://x.com/kioskandco/status/',
    'https://x.com/kioskandco/status/abc',
    'https://x.com/kioskandco/status/20abc',
    'https://x.com/a/status/12345678901234567890',
    '12345678901234567890',
    '-20',
    'https://x.com/this_handle_is_too_long/status/20',
    'https://x.com/a b/status/20',
    'https://evil.com/a/status/20',
    'https://x.com.evil.com/a/status/20',
    'https://evilx.com/a/status/20',
    'https://xn--x-1ga.com/a/status/20',
    'https://х.com/a/status/20',
    'https://api.x.com/a/status/20',
    'https://x.com@evil.com/a/status/20',
    'https://user@x.com/a/status/20',
    'https://user:secret@x.com/a/status/20',
    'https://x.com:8443/a/status/20',
    'https://x.com\\@evil.com/a/status/20',
    'https:\\\\x.com\\a\\status\\20',
    'https://evil.com/https://x.com/a/status/20',
    'https://evil.com/?u=https://x.com/a/status/20',
    'https://evil.com#https://x.com/a/status/20',
    'javascript:alert(1)//x.com/a/status/20',
    'data:text/html,x.com/a/status/20',
    'file:///x.com/a/status/20',
    'ftp://x.com/a/status/20',
    '//x.com/a/status/20',
    'https://127.0.0.1/a/status/20',
    'https://[::1]/a/status/20',
    'http://169.254.169.254/latest/meta-data',
    'https://x.com/a/status/20\u0000',
    'https://x.com/a/\nstatus/20',
    'https://x.com/a/../status/20',
    'https://x.com/%61/status/%32%30',
    'https://x.com/i/web/status/abc',
    'https://x.com/i/web/20',
    'https://x.com/a/stat/20',
    'https://x.com/a/b/status/20',
    'https://x.com//status/20',
    'https://x.com/x/https://x.com/a/status/20',
    'https://:secret@x.com/a/status/20',
    'x20',
    '20x',
    '2 0',
    'https://x.com/a/status/20\tb',
    'https://',
  ])('%j', (pasted) => {
    expect(parsePostLink(pasted)).toBeUndefined()
  })
})

describe('the author of a post', () => {
  it.each([
    ['as X says', { tweet_url: 'https://x.com/old_name/status/20', author_username: 'new_name' }, 'new_name'],
    ['without its @', { tweet_url: 'https://x.com/old_name/status/20', author_username: '@new_name' }, 'new_name'],
    ['or else as its link does', { tweet_url: 'https://x.com/old_name/status/20' }, 'old_name'],
    ['unless that names nobody', { tweet_url: 'https://x.com/i/status/20' }, undefined],
    ['or is no link', { tweet_url: 'over there' }, undefined],
    ['of no post', undefined, undefined],
  ])('is %s', (_, post, author) => {
    expect(authorOf(post)).toBe(author)
  })

  it('is in a link to the post, if the author is known', () => {
    expect([postLinkOf('20', 'kiosk'), postLinkOf('20', '@kiosk'), postLinkOf('20', '')].map(parsePostLink)).toEqual([
      { id: '20', username: 'kiosk' },
      { id: '20', username: 'kiosk' },
      { id: '20' },
    ])
  })

  it('links only to sites where posts can be read, whatever a provider returns', () => {
    const base = 'http://127.0.0.1:4000'
    expect([postLinkOf('20', null, base), postLinkOf('20?a', 'a/b', base)]).toEqual([
      `${base}/i/status/20`,
      `${base}/a%2Fb/status/20%3Fa`,
    ])
  })
})
