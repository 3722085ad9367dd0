import type { Transaction } from 'kysely'
import { parsePostLink } from '../../../src/schemas/composer/postLink'
import { failedState } from '../../db/itemStates'
import type { Database, Row } from '../../db/schema'
import { conflict, HttpProblem, invalid } from '../../problems'
import { asAppFor } from '../../x/app'
import { sentence } from '../../x/problems'
import { refusesAccount } from '../../x/refusals'
import { type AsApp, XError, type XPost } from '../../x/types'
import type { ItemRow } from '../protocol/item'
import { matches } from '../protocol/normalise'
import * as words from '../words'
import { opened, type Reader } from './verify'

type Asking = Pick<Reader, 'x' | 'openCredentials'>

/**
 * The post of a pasted link, after X confirmed that it is by this account and answers the same post; its words may
 * differ. It is read with the account, or with the app if the account is deleted or X refuses its keys.
 * @throws HttpProblem 409 X refuses the keys and no other reader is left; 422 it is another post; 502 X cannot be asked
 */
export const verifiedPost = async (
  asking: Asking,
  item: ItemRow,
  account: Row<'accounts'> | undefined,
  url: string,
): Promise<XPost> => {
  const link = parsePostLink(url)
  if (!link) throw invalid('tweet_url', words.linkNeeded)
  const post = await readPost(asking, link.id, account, asAppFor(item.owner_id))
  if (isWithoutProof(post, item)) {
    throw new HttpProblem(502, words.proofMissing)
  }
  if (!isBy(post, item)) throw invalid('tweet_url', words.otherAuthor(item.twitter_username))
  if (post.inReplyTo !== item.target_tweet_id) throw invalid('tweet_url', words.otherTarget)
  return post
}

type Words = Pick<ItemRow, 'id' | 'content' | 'account_id' | 'target_tweet_id'>

/**
 * A post with the words of another reply of the account to the same post belongs to that reply.
 * @throws HttpProblem 422
 */
export const refuseAnothers = async (trx: Transaction<Database>, item: Words, post: XPost): Promise<void> => {
  const saysIt = ({ content }: Pick<Words, 'content'>) =>
    matches(post, { content, targetId: item.target_tweet_id, since: new Date(0) })
  if (saysIt(item) || item.account_id === null) return
  const others = await trx
    .selectFrom('task_items')
    .select('content')
    .where('account_id', '=', item.account_id)
    .where('target_tweet_id', '=', item.target_tweet_id)
    .where('id', '<>', item.id)
    .where('state', '<>', failedState)
    .execute()
  if (others.some(saysIt)) throw invalid('tweet_url', words.anothersPost)
}

const readPost = async (
  asking: Asking,
  id: string,
  account: Row<'accounts'> | undefined,
  asApp: AsApp,
): Promise<XPost> => {
  try {
    if (!account) return await asking.x.getPost(id, asApp)
    return await readAs(asking, id, account, asApp)
  } catch (error) {
    if (!(error instanceof XError)) throw error
    if (error.status === 404) throw invalid('tweet_url', words.postNotFound(error.detail))
    throw new HttpProblem(502, error.detail)
  }
}

const readAs = async (
  { x, openCredentials }: Asking,
  id: string,
  account: Row<'accounts'>,
  asApp: AsApp,
): Promise<XPost> => {
  let why = words.keysUnreadable
  try {
    const access = await opened(account, openCredentials)
    if (access) return await x.getPost(id, access)
  } catch (error) {
    if (!(error instanceof XError) || !refusesAccount(error)) throw error
    why = error.detail
  }
  return x.getPost(id, asApp).catch((error: unknown) => {
    if (error instanceof XError && error.status === 404) throw error
    throw conflict(words.cannotLook(account.username, sentence(why)))
  })
}

const isWithoutProof = ({ authorId, authorUsername, inReplyTo }: XPost, { author_id }: ItemRow): boolean =>
  inReplyTo === undefined || (author_id === null ? authorUsername : authorId) === ''

const isBy = (post: XPost, { author_id, twitter_username }: ItemRow): boolean =>
  author_id === null
    ? post.authorUsername.toLowerCase() === twitter_username.replace(/^@/, '').toLowerCase()
    : post.authorId === author_id
