import { describe, expect, it } from 'vitest'
import type { Audience } from '../../../server/x/audience'
import { type Candidate, mayAnswer } from '../../../server/x/eligibility'

const me = { username: '@BrewLab_Ama', xUserId: '7' }
const meOnX = { id: '7', username: 'brewlab_ama' }
const author = { id: '5', username: 'ida' }
const stranger = { id: '9', username: 'pia' }
/** A stranger's post that begins its own thread and mentions nobody. */
const plain: Audience = { author, mentions: [], thread: author, replySettings: 'everyone' }

const verdict = (post: Partial<Audience>, rule: 'summoned' | 'open' = 'summoned', account: Candidate = me) =>
  mayAnswer({ ...plain, ...post }, account, rule).verdict

describe('an account may answer', () => {
  it.each<[string, Partial<Audience>, string]>([
    ['a post of its own', { author: meOnX, thread: meOnX }, 'allowed'],
    ['a post of its own, whoever may answer', { author: meOnX, replySettings: 'mentionedUsers' }, 'allowed'],
    ['a post that mentions it', { mentions: [stranger, meOnX] }, 'allowed'],
    ['a post that mentions it by a username alone', { mentions: [{ username: 'brewlab_AMA' }] }, 'allowed'],
    [
      'a post whose author lets only mentioned accounts answer, and mentions it',
      { mentions: [meOnX], replySettings: 'mentionedUsers' },
      'allowed',
    ],
    ['a mention in a thread of its own', { mentions: [meOnX], thread: meOnX, answers: meOnX }, 'allowed'],
    ['a mention deep in somebody else’s thread', { mentions: [meOnX], thread: stranger }, 'uncertain'],
    ['a mention in a thread that nobody knows', { mentions: [meOnX], thread: undefined }, 'uncertain'],
    ['a post that quotes it', { quotes: meOnX }, 'allowed'],
    [
      'a post that quotes it, for mentioned accounts alone',
      { quotes: meOnX, replySettings: 'mentionedUsers' },
      'refused',
    ],
    [
      'a post that quotes it, for those whom its author follows',
      { quotes: meOnX, replySettings: 'following' },
      'uncertain',
    ],
    ['a post that quotes it, for verified accounts', { quotes: meOnX, replySettings: 'verified' }, 'uncertain'],
    ['a post that quotes it, for subscribers', { quotes: meOnX, replySettings: 'subscribers' }, 'uncertain'],
    ['a post that quotes it, with limits that nobody knows', { quotes: meOnX, replySettings: 'other' }, 'uncertain'],
    ['a post with a quote that X does not show', { quotes: 'unknown' }, 'uncertain'],
    ['a direct answer that mentions it by X’s own prefix alone', { answers: meOnX, thread: meOnX }, 'uncertain'],
    ['a post of which X does not say whom it mentions', { mentions: undefined }, 'uncertain'],
    ['a stranger’s post', {}, 'refused'],
    ['a stranger’s post that quotes another', { quotes: stranger }, 'refused'],
    ['a stranger’s post in its own thread', { thread: meOnX, answers: stranger }, 'refused'],
    ['a mention of a former owner of its username', { mentions: [{ id: '8', username: 'brewlab_ama' }] }, 'refused'],
  ])('%s: %s', (_, post, expected) => {
    expect(verdict(post)).toBe(expected)
  })

  it('a post by its username, while X has not shown its id', () => {
    expect(verdict({ mentions: [meOnX] }, 'summoned', { ...me, xUserId: null })).toBe('allowed')
  })

  it.each<[string, Partial<Audience>, string]>([
    ['any post', {}, 'allowed'],
    ['one for mentioned accounts alone', { replySettings: 'mentionedUsers' }, 'refused'],
    ['one for mentioned accounts that mentions it', { replySettings: 'mentionedUsers', mentions: [meOnX] }, 'allowed'],
    ['one for verified accounts', { replySettings: 'verified' }, 'uncertain'],
  ])('under the open rule, %s: %s', (_, post, expected) => {
    expect(verdict(post, 'open')).toBe(expected)
  })

  it('an unknown set of posts, if an earlier version read them', () => {
    expect(mayAnswer(undefined, me, 'summoned')).toEqual({
      verdict: 'uncertain',
      reason: 'The mentions of this post are unknown. Get its content again.',
    })
  })
})
