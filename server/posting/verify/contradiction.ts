import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema'
import { findWordOfX } from '../../features/composer/earlierReplies.store'
import { type Judgement, mayAnswer, type ReplyRule, type SaidByX } from '../../x/eligibility'
import { deniesReply } from '../../x/refusals'
import * as words from '../words'
import type { Claimed } from '../worker/claim'
import type { Classified } from '../worker/classify'

/**
 * X accepted a reply that it was expected to refuse, or refused by its rule about replies one that it was expected to
 * accept.
 */
export interface Contradiction {
  said: SaidByX
  /** The reason for the expectation. */
  reason: string
}

/** @returns undefined if X did as expected, if its answer is not about who may reply, or if there was no expectation */
export const contradictionOf = async (
  trx: Transaction<Database>,
  { item, account, attemptId, post }: Claimed,
  met: Classified,
  rule: ReplyRule,
): Promise<Contradiction | undefined> => {
  const said = saidBy(met)
  if (said === undefined) return undefined
  const candidate = { username: account.username, xUserId: account.x_user_id }
  const guess = mayAnswer(post, candidate, rule)
  // An earlier answer of X can only turn the guess into a refusal, and after a refusal only a person posts.
  if (said === 'allowed' && guess.verdict !== 'refused' && item.handed_over_at === null) return undefined
  const asked = { ownerId: item.owner_id, tweetId: item.target_tweet_id, accountId: account.id, before: attemptId }
  const earlier = await findWordOfX(trx, asked)
  const expected: Judgement = earlier ? mayAnswer(post, { ...candidate, said: earlier }, rule) : guess
  if (expected.verdict === 'uncertain' || expected.verdict === said) return undefined
  return { said, reason: expected.reason }
}

/** Stores the contradiction permanently with the item. */
export const keepContradiction = async (
  trx: Transaction<Database>,
  itemId: number,
  { said, reason }: Contradiction,
): Promise<void> => {
  const decision = said === 'allowed' ? words.acceptedUnexpectedly : words.acceptanceExpected
  await trx
    .updateTable('task_items')
    .set({ against_verdict: `${decision}: ${reason}` })
    .where('id', '=', itemId)
    .execute()
}

/** The log fields by which developers find contradictions. */
export const contradictionFields = ({ item, account }: Claimed, { said, reason }: Contradiction) => ({
  event: 'verdict.contradicted',
  task: item.task_id,
  item: item.id,
  account: account.id,
  post: item.target_tweet_id,
  said,
  reason,
})

const saidBy = ({ verdict, refusal, httpStatus }: Classified): SaidByX | undefined => {
  if (verdict.kind === 'done') return httpStatus === 201 ? 'allowed' : undefined
  return deniesReply(refusal, httpStatus) ? 'refused' : undefined
}
