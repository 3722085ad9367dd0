import { onTestFinished } from 'vitest'
import type { Account } from '../../src/schemas/accounts'
import type { Draft, DraftReply } from '../../src/schemas/draft'
import type { Price, Spending } from '../../src/schemas/money'
import { start } from '../machines/composer'
import { reviewed } from '../machines/samples'
import { sampleSpending } from './spendingSample'

/** A composer in which this stands, with two replies to review where nothing else is said; its services wait for the test. */
export const composerWith = (draft: Partial<Draft> = {}, children?: Parameters<typeof start>[1]) => {
  const flow = start({ ...reviewed, ...draft }, children)
  onTestFinished(() => {
    flow.actor.stop()
  })
  return flow
}

/** A reply as the model wrote it, or edited from what it `generated`. */
export const draftReply = (number: number, content: string, change: Partial<DraftReply> = {}): DraftReply => ({
  reply_id: `r${number}`,
  content,
  generated: content,
  ...change,
})

/** Active agents of one group, with ids from 1. */
export const agents = (...usernames: string[]): Account[] =>
  usernames.map((username, index) => ({
    id: index + 1,
    username: `@${username}`,
    group: 'Launch',
    is_active: true,
    created_at: '2026-05-01T08:00:00.000Z',
  }))

/** What X charges, with these prices of reading a post and a person. */
export const spendingWith = (post_read: Price, user_read: Price): Spending => ({
  ...sampleSpending,
  prices: { ...sampleSpending.prices, post_read, user_read },
})
