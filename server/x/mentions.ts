import { audienceOf, type Person } from './audience'
import { isRepost, shownOf } from './context'
import { idAt } from './ids'
import { OverBudget } from './ledger'
import { type MentionsPage, type MentionsWindow, type ReceivedPost, XError } from './types'
import { displayFields, isAnswered, type Level, type PageAnswer, type ReadAnswer } from './wire'

type Read = (path: string, query: Record<string, string | number>) => Promise<PageAnswer>

/**
 * Reads one page of `GET /2/users/{id}/mentions` (docs.x.com, timelines): the newest mentions of the window. X refuses
 * a request with an unknown field (400), or ignores all names of the other generation.
 *
 * @throws XError
 */
export const readMentions = async (
  userId: string,
  username: string | undefined,
  { sinceId, since, untilId }: MentionsWindow,
  read: Read,
): Promise<MentionsPage> => {
  // X's searches refuse `until_id` with `start_time` (twarc#451); for timelines nothing is documented.
  const from = sinceId ?? (untilId !== undefined && since !== undefined ? idAt(since) : undefined)
  const window = {
    max_results: 100,
    ...(from === undefined ? {} : { since_id: from }),
    ...(from === undefined && since !== undefined ? { start_time: `${since.toISOString().slice(0, 19)}Z` } : {}),
    ...(untilId === undefined ? {} : { until_id: untilId }),
  }
  const ask = (level: Level) =>
    readByAnyNames(level, (fields) => read(`users/${userId}/mentions`, { ...window, ...fields }))
  // Without authors, more mentions have the same price. A later reading returns the names.
  const page = await ask('author').catch((error: unknown) => {
    if (error instanceof OverBudget) return ask('bare')
    throw error
  })
  return pageOf(page, { id: userId, username: username?.replace(/^@/, '') })
}

const readByAnyNames = async (
  level: Level,
  read: (fields: Record<string, string>) => Promise<PageAnswer>,
): Promise<PageAnswer> => {
  let poor: PageAnswer | undefined
  let refused: unknown
  for (const fields of displayFields(level)) {
    try {
      const page = await read(fields)
      if (page.posts.length === 0 || page.posts.some(({ data }) => isAnswered(data))) return page
      poor ??= page
    } catch (error) {
      if (!(error instanceof XError)) throw error
      if (poor === undefined && error.status !== 400) throw error
      refused ??= error
    }
  }
  if (poor !== undefined) return poor
  throw refused
}

const pageOf = ({ posts, oldest, hasMore }: PageAnswer, reader: Reader): MentionsPage => {
  const ids = posts.map(({ data }) => BigInt(data.id)).sort((a, b) => (a < b ? -1 : 1))
  return {
    posts: posts.flatMap((post) => receivedOf(post, reader) ?? []),
    newestId: ids.at(-1)?.toString(),
    oldestId: ids[0]?.toString() ?? oldest,
    hasMore,
  }
}

/**
 * The relation of a post to an account.
 *
 * @param said the kind that X reports, if any.
 * @returns undefined for the account's own posts, reposts, and replies that contain its name only because X adds all
 * names of a thread.
 */
export const receivedOf = (
  answer: ReadAnswer,
  reader: Reader,
  said?: ReceivedPost['kind'],
): ReceivedPost | undefined => {
  const { data } = answer
  if (data.author_id === reader.id || isRepost(data)) return undefined
  const kind = said ?? kindOf(answer, reader)
  if (kind === undefined) return undefined
  return { ...shownOf(answer), kind }
}

/** The account whose mentions are read. */
interface Reader {
  id: string
  username?: string | undefined
}

/** A quoted post that X did not load is known by its address, which contains its author's name. */
const is = (person: Person, { id, username }: Reader): boolean =>
  person.id === undefined
    ? username === undefined || person.username?.toLowerCase() === username.toLowerCase()
    : person.id === id

/** A post is left out only if X loaded everything that decides. */
const kindOf = (answer: ReadAnswer, { id: userId, username }: Reader): ReceivedPost['kind'] | undefined => {
  const { answers, quotes, mentions = [], mayMention = [], notLoaded = [] } = audienceOf(answer, undefined)
  if (answers?.id === userId) return 'reply'
  if (quotes !== undefined && quotes !== 'unknown' && is(quotes, { id: userId, username })) return 'quote'
  if (mentions.some(({ id }) => id === undefined || id === userId)) return 'mention'
  if (quotes === 'unknown') return 'quote'
  return mayMention.length > 0 || notLoaded.length > 0 ? 'mention' : undefined
}
