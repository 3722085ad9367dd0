import { onTestFinished } from 'vitest'
import type { Account } from '../../src/schemas/accounts/accounts'
import type { Draft, DraftReply } from '../../src/schemas/composer/draft'
import type { Price, Spending } from '../../src/schemas/usage/money'
import { start } from '../machines/composer/composer'
import { reviewed } from '../machines/samples'
import { sampleSpending } from './spendingSample'

/** A composer with this draft, by default with two replies to review; the test answers its services. */
export const composerWith = (draft: Partial<Draft> = {}, children?: Parameters<typeof start>[1]) => {
  const flow = start({ ...reviewed, ...draft }, children)
  onTestFinished(() => {
    flow.actor.stop()
  })
  return flow
}

export const draftReply = (number: number, content: string, change: Partial<DraftReply> = {}): DraftReply => ({
  reply_id: `r${number}`,
  content,
  generated: content,
  ...change,
})

export const agents = (...usernames: string[]): Account[] =>
  usernames.map((username, index) => ({
    id: index + 1,
    username: `@${username}`,
    group: 'Launch',
    is_active: true,
    created_at: '2026-05-01T08:00:00.000Z',
  }))

/** X's costs, with these prices of reading a post and a person. */
export const spendingWith = (post_read: Price, user_read: Price): Spending => ({
  ...sampleSpending,
  prices: { ...sampleSpending.prices, post_read, user_read },
})
