import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema'
import { findWordOfX } from '../../features/composer/earlierReplies.store'
import { type Judgement, mayAnswer, type ReplyRule, type SaidByX } from '../../x/eligibility'
import { deniesReply } from '../../x/refusals'
import * as words from '../words'
import type { Claimed } from '../worker/claim'
import type { Classified } from '../worker/classify'

/** X took what it was expected to refuse, or refused by its rule about replies what it was expected to take. */
export interface Contradiction {
  said: SaidByX
  /** Why the other was expected. */
  reason: string
}

/** @returns undefined where X did as expected, said nothing of who may answer, or nobody knew beforehand. */
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
  // X's earlier word may turn a guess only into a refusal, after which it is asked again by way of a person alone.
  if (said === 'allowed' && guess.verdict !== 'refused' && item.handed_over_at === null) return undefined
  const asked = { ownerId: item.owner_id, tweetId: item.target_tweet_id, accountId: account.id, before: attemptId }
  const earlier = await findWordOfX(trx, asked)
  const expected: Judgement = earlier ? mayAnswer(post, { ...candidate, said: earlier }, rule) : guess
  if (expected.verdict === 'uncertain' || expected.verdict === said) return undefined
  return { said, reason: expected.reason }
}

/** Shown with the item for good. */
export const keepContradiction = async (
  trx: Transaction<Database>,
  itemId: number,
  { said, reason }: Contradiction,
): Promise<void> => {
  const told = said === 'allowed' ? words.acceptedUnexpectedly : words.acceptanceExpected
  await trx
    .updateTable('task_items')
    .set({ against_verdict: `${told}: ${reason}` })
    .where('id', '=', itemId)
    .execute()
}

/** What a developer finds every contradiction by. */
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
