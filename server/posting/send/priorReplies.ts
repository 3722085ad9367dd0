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
 * The replies with these words to the same posts that X has or may have. Leaves out replies that X surely does not
 * have, because X refused the first request or the account was deleted before it. Includes manual replies.
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

/** A person reported that they did not post the manual reply. The report is not enough to send the same words again. */
export const isAlreadyManual = (said: PriorReply, { tweet_id, content, account_id }: Spoken): boolean =>
  said.tweet_id === tweet_id &&
  said.content === content &&
  said.account_id === account_id &&
  said.state === 'failed' &&
  said.handed_over_at !== null

/** The same words never go to the same post through two accounts. */
export const isSaidByAnother = (said: Spoken, { tweet_id, content, account_id }: Spoken): boolean =>
  said.tweet_id === tweet_id && said.content === content && said.account_id !== account_id
