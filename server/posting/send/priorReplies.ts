import type { Kysely } from 'kysely'
import { failedState } from '../../db/itemStates'
import type { Database } from '../../db/schema'

interface Words {
  tweet_id: string
  content: string
}

interface Spoken extends Words {
  account_id: number | null
}

/**
 * Which of the words X has, or may have, as replies to the same posts. What X surely never took is left out: what it
 * refused at the first sending, and what lost its media agent before that; but not what a person was given to post.
 */
export const findPriorReplies = (db: Kysely<Database>, ownerId: number, words: Words[]) =>
  db
    .selectFrom('task_items')
    .select(['target_tweet_id as tweet_id', 'content', 'account_id', 'task_id', 'state', 'handed_over_at'])
    .where('owner_id', '=', ownerId)
    .where('target_tweet_id', 'in', [...new Set(words.map(({ tweet_id }) => tweet_id))])
    .where('content', 'in', [...new Set(words.map(({ content }) => content))])
    .where((eb) =>
      eb.or([
        eb('state', '<>', failedState),
        eb.and([
          eb.or([eb('can_retry', '=', 0), eb('resends', '>', 0), eb('handed_over_at', 'is not', null)]),
          eb.or([eb('attempts', '>', 0), eb('account_id', 'is not', null)]),
        ]),
      ]),
    )
    .execute()

type PriorReply = Awaited<ReturnType<typeof findPriorReplies>>[number]

/** A person said that he did not post it as this account; his word is not enough to send the words anew. */
export const isHandedOver = (said: PriorReply, { tweet_id, content, account_id }: Spoken): boolean =>
  said.tweet_id === tweet_id &&
  said.content === content &&
  said.account_id === account_id &&
  said.state === 'failed' &&
  said.handed_over_at !== null

/** The same words never go to the same post through two accounts. */
export const isSaidByAnother = (said: Spoken, { tweet_id, content, account_id }: Spoken): boolean =>
  said.tweet_id === tweet_id && said.content === content && said.account_id !== account_id
