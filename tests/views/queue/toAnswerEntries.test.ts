import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Mention } from '../../../src/schemas/inbox/inbox'
import { countOf, mentionedPosts, mentionsBeside, noMentions } from '../../../src/views/queue/toAnswerEntries'
import { queued } from '../../machines/queue/queueModels'
import { mention } from '../../machines/samples'

const of = (id: number, tweet_id: string, account_username = 'ada'): Mention => ({
  ...mention(id),
  tweet_id,
  account_username,
})
const list = fc
  .uniqueArray(fc.record({ id: fc.nat(99), post: fc.nat(9) }), { selector: ({ id }) => id, maxLength: 30 })
  .map((rows) => rows.map(({ id, post }) => of(id, String(post))))
const links = fc.uniqueArray(fc.nat(12), { maxLength: 12 }).map((ids) => ids.map((id) => queued(String(id))))

it('a post that mentions several accounts is one entry, with the newest mention and every account', () => {
  const posts = mentionedPosts([of(7, '1', 'ada'), of(6, '2', 'bob'), of(5, '1', 'cyd')])
  expect(posts.map(({ mention: { id }, accounts }) => [id, accounts])).toEqual([
    [7, ['ada', 'cyd']],
    [6, ['bob']],
  ])
})

it('a post that mentions an inactive account is answered through an active one', () => {
  const [post] = mentionedPosts([{ ...of(7, '1', 'ada'), account_is_active: false }, of(5, '1', 'cyd')])
  expect([post?.mention.id, post?.accounts]).toEqual([5, ['ada', 'cyd']])
})

it('a post is never listed twice, and the count is the number of entries and of the mentions on other pages', () => {
  fc.assert(
    fc.property(links, list, fc.nat(40), (links, mentions, others) => {
      const beside = mentionsBeside(links, { mentions }).map(({ mention }) => mention.tweet_id)
      const listed = [...links.map(({ id }) => id), ...beside]
      expect(new Set(listed).size).toBe(listed.length)
      expect(new Set(listed)).toEqual(new Set([...links.map(({ id }) => id), ...mentions.map((each) => each.tweet_id)]))
      const counted = { ...noMentions, mentions, unread: mentions.length + others }
      expect(countOf(links, counted)).toBe(listed.length + others)
    }),
  )
})

it('counts no mention that was answered since, and a link that waits to be accepted beside its mention', () => {
  const mentions = [of(7, '1'), of(6, '2'), of(5, '3')]
  expect(countOf([], { ...noMentions, mentions, left: [6], unread: 2 })).toBe(2)
  expect(countOf([queued('1', { from: 'x.com', isSkipped: true })], { ...noMentions, mentions, unread: 3 })).toBe(4)
})
