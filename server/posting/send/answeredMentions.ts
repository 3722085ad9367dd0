import type { ExpressionBuilder, Kysely } from 'kysely'
import { failedState } from '../../db/itemStates'
import type { Database } from '../../db/schema'
import { HttpProblem } from '../../problems'
import * as words from '../words'

/** The newest task with an item that answers the mention and has not failed. */
export const answeringTask = ({ selectFrom }: ExpressionBuilder<Database, 'mentions'>) =>
  selectFrom('task_items')
    .select('task_items.task_id')
    .whereRef('task_items.target_tweet_id', '=', 'mentions.tweet_id')
    .whereRef('task_items.account_id', '=', 'mentions.account_id')
    .where('task_items.state', '<>', failedState)
    .orderBy('task_items.id', 'desc')
    .limit(1)

/** The accounts that these posts concern, each with the task of the item that answers the mention, if one does. */
export const findMentions = (db: Kysely<Database>, ownerId: number, tweetIds: string[]) =>
  db
    .selectFrom('mentions')
    .select(['mentions.id', 'mentions.account_id', 'mentions.tweet_id'])
    .select((eb) => answeringTask(eb).as('task_id'))
    .where('mentions.owner_id', '=', ownerId)
    .where('mentions.tweet_id', 'in', [...new Set(tweetIds)])
    .execute()

export type AnsweredMention = Awaited<ReturnType<typeof findMentions>>[number]

/** X allows one reply to each mention. @throws HttpProblem 422 */
export const refuseSecondAnswer = (mentions: AnsweredMention[], account: { id: number; username: string }): void => {
  for (const { account_id, task_id } of mentions) {
    if (account_id === account.id && task_id !== null) {
      throw new HttpProblem(422, words.mentionAnswered(account.username, task_id))
    }
  }
}

/** The mentions that an item answers which has not failed. */
export const findAnswered = async (db: Kysely<Database>, mentionIds: number[]): Promise<Set<number | null>> => {
  if (mentionIds.length === 0) return new Set()
  const open = await db
    .selectFrom('task_items')
    .select('mention_id')
    .where('mention_id', 'in', mentionIds)
    .where('state', '<>', failedState)
    .execute()
  return new Set(open.map(({ mention_id }) => mention_id))
}
