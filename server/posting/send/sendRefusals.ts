import type { Transaction } from 'kysely'
import type { ExpectedReply } from '../../../src/schemas/composer/replies'
import { nearIdenticalGroups } from '../../../src/schemas/composer/similar'
import type { Database, Row } from '../../db/schema'
import { findAuthorOnList, whyNotReply } from '../../features/inbox/doNotReply.store'
import { HttpProblem } from '../../problems'
import * as words from '../words'
import { findPriorReplies, isAlreadyManual, isSaidByAnother } from './priorReplies'

type Words = Pick<Row<'replies'>, 'tweet_id' | 'content'>
type Sender = Pick<Row<'accounts'>, 'id' | 'username'>

/** Only the text that the operator read is posted. Blanks at the ends do not count. @throws HttpProblem 412 */
export const refuseChanged = (expected: ExpectedReply[], replies: Words[]): void => {
  const changed = replies.findIndex(
    ({ content }, index) => (expected[index]?.content ?? content).trim() !== content.trim(),
  )
  if (changed >= 0) throw new HttpProblem(412, words.replyChanged(changed + 1))
}

/** Only the accounts that the operator saw send the replies. @throws HttpProblem 412 */
export const refuseOtherSenders = (expected: ExpectedReply[], accounts: Sender[]): void => {
  accounts.forEach(({ id, username }, index) => {
    if ((expected[index]?.account_id ?? id) !== id) throw new HttpProblem(412, words.otherSender(index + 1, username))
  })
}

/** @throws HttpProblem 422 for an author on the do-not-reply list */
export const refuseUnwanted = async (
  trx: Transaction<Database>,
  ownerId: number,
  tweetIds: string[],
): Promise<void> => {
  for (const tweetId of tweetIds) {
    const person = await findAuthorOnList(trx, ownerId, tweetId)
    if (person) throw new HttpProblem(422, whyNotReply(person))
  }
}

/** @throws HttpProblem 422 */
export const refuseNearIdentical = (replies: Words[]): void => {
  const groups = nearIdenticalGroups(replies.map((reply) => reply.content))
  if (groups.length === 0) return
  const rest = groups.map((group) => words.allButOne(listed(group.map((index) => String(index + 1)))))
  // The fault comes first, because the numbers may be longer than a toast.
  throw new HttpProblem(422, words.nearIdentical(rest.join('; ')))
}

const listed = (names: string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The same words to the same post, through another account or by a person. @throws HttpProblem 422 */
export const refuseRepeated = async (
  trx: Transaction<Database>,
  ownerId: number,
  replies: Words[],
  accounts: Sender[],
): Promise<void> => {
  const said = await findPriorReplies(trx, ownerId, replies)
  replies.forEach(({ tweet_id, content }, index) => {
    const account = accounts[index]
    const wanted = { tweet_id, content, account_id: account?.id ?? null }
    const earlier = said.find((each) => isSaidByAnother(each, wanted))
    if (earlier) throw new HttpProblem(422, words.saidByAnother(index + 1, earlier.task_id))
    const manual = said.find((each) => isAlreadyManual(each, wanted))
    if (manual && account) throw new HttpProblem(422, words.alreadyManual(index + 1, account.username, manual.task_id))
  })
}
