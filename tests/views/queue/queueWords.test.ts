import { expect, it } from 'vitest'
import { nameOf, type QueueEntry } from '../../../src/schemas/queue/queue'

const entry = (changed: Partial<QueueEntry>): QueueEntry => ({
  id: '1990000000000000011',
  tweet_url: 'https://x.com/i/status/1990000000000000011',
  isRead: false,
  isSkipped: false,
  ...changed,
})

it.each<[string, Partial<QueueEntry>]>([
  ['@ada', { author: 'ada', tweet_url: 'https://x.com/bob/status/1990000000000000011' }],
  ['@bob', { tweet_url: 'https://x.com/bob/status/1990000000000000011' }],
  ['Post 1990000000000000011', {}],
  ['Post 1990000000000000011', { author: '' }],
  ['Post 1990000000000000011', { author: 'i' }],
  ['Post 1990000000000000011', { tweet_url: 'no link' }],
])('a post in the queue is called %s', (name, changed) => {
  expect(nameOf(entry(changed))).toBe(name)
})
