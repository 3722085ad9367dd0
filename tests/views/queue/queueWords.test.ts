import { describe, expect, it } from 'vitest'
import type { Intake, PreparedDrafts, QueueEntry } from '../../../src/schemas/queue'
import { intakeText, nameOf, preparedText } from '../../../src/views/queue/words'

const entry = (changed: Partial<QueueEntry>): QueueEntry => ({
  id: '1990000000000000011',
  tweet_url: 'https://x.com/i/status/1990000000000000011',
  isRead: false,
  isSkipped: false,
  ...changed,
})

describe('a post in the queue', () => {
  it.each<[string, Partial<QueueEntry>]>([
    ['@ada', { author: 'ada', tweet_url: 'https://x.com/bob/status/1990000000000000011' }],
    ['@bob', { tweet_url: 'https://x.com/bob/status/1990000000000000011' }],
    ['Post 1990000000000000011', {}],
    ['Post 1990000000000000011', { author: '' }],
    ['Post 1990000000000000011', { author: 'i' }],
    ['Post 1990000000000000011', { tweet_url: 'no link' }],
  ])('is called %s', (name, changed) => {
    expect(nameOf(entry(changed))).toBe(name)
  })

  const drafts = (phase: PreparedDrafts['phase']): PreparedDrafts => ({
    phase,
    replies: [],
    fields: { mode: 'solo', role_id: '3', group_name: '', count: '1', account_id: '5' },
  })

  it.each<[string | undefined, Partial<QueueEntry>, boolean]>([
    ['Writing replies', {}, true],
    ['Writing replies', { drafts: drafts('ready') }, true],
    ['Replies ready', { drafts: drafts('ready') }, false],
    [undefined, { drafts: drafts('handed') }, false],
    [undefined, { drafts: drafts('none') }, false],
    [undefined, {}, false],
  ])('says of its replies: %s', (words, changed, isWriting) => {
    expect(preparedText(entry(changed), isWriting)).toBe(words)
  })
})

describe('the result of a paste', () => {
  const lines = (...numbers: number[]) => numbers.map((line) => ({ line, text: `line ${line}` }))
  const intake = (told: Partial<Intake>): Intake => ({ added: 0, doubles: [], wrong: [], left: [], ...told })

  it.each<[string, Intake]>([
    ['1 post added.', intake({ added: 1 })],
    ['0 posts added. Line 7: already in the queue.', intake({ doubles: lines(7) })],
    ['2 posts added. Lines 3, 4: no link to a post.', intake({ added: 2, wrong: lines(3, 4) })],
    ['3 posts added. Line 9: no link to a post.', intake({ added: 3, wrong: lines(9, 9) })],
    ['4 posts added. Lines 1, 2, 3, 4, 5: the queue is full.', intake({ added: 4, left: lines(1, 2, 3, 4, 5) })],
    [
      '5 posts added. Lines 1, 2, 3, 4, 5 and 2 more: the queue is full.',
      intake({ added: 5, left: lines(1, 2, 3, 4, 5, 6, 7) }),
    ],
    [
      '6 posts added. Line 2: already in the queue. Line 4: no link to a post. Line 8: the queue is full.',
      intake({ added: 6, doubles: lines(2), wrong: lines(4), left: lines(8) }),
    ],
  ])('reads "%s"', (sentence, told) => {
    expect(intakeText(told)).toBe(sentence)
  })
})
