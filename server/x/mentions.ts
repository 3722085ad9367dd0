import { cleanText } from '../cleanText'
import { authorOf, isRepost, textOf } from './context'
import { idAt } from './ids'
import { OverBudget } from './ledger'
import { type Person, standingOf } from './standing'
import { type MentionsPage, type MentionsWindow, type ReceivedPost, XError } from './types'
import { displayFields, isAnswered, type Level, type PageAnswer, type ReadAnswer } from './wire'

type Read = (path: string, query: Record<string, string | number>) => Promise<PageAnswer>

/**
 * One page of `GET /2/users/{id}/mentions` (docs.x.com, timelines): the newest of the window. X refuses a whole request
 * for a field that it does not know (400), or passes over all names of the other generation.
 *
 * @throws XError
 */
export const readMentions = async (
  userId: string,
  username: string | undefined,
  { sinceId, since, untilId }: MentionsWindow,
  read: Read,
): Promise<MentionsPage> => {
  // Its searches refuse `until_id` beside `start_time` (twarc#451), of timelines nobody says.
  const from = sinceId ?? (untilId !== undefined && since !== undefined ? idAt(since) : undefined)
  const window = {
    max_results: 100,
    ...(from === undefined ? {} : { since_id: from }),
    ...(from === undefined && since !== undefined ? { start_time: `${since.toISOString().slice(0, 19)}Z` } : {}),
    ...(untilId === undefined ? {} : { until_id: untilId }),
  }
  const ask = (level: Level) =>
    readByAnyNames(level, (fields) => read(`users/${userId}/mentions`, { ...window, ...fields }))
  // Without their authors more mentions cost as much; their names come with a later reading.
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
 * What a post is to an account.
 *
 * @param said what X itself says that it is, where it does.
 * @returns undefined for its own posts, reposts, and answers that name it only because X puts all names of a thread there.
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
  const author = authorOf(data, answer)
  return {
    id: data.id,
    kind,
    text: textOf(data),
    ...(data.author_id === undefined ? {} : { authorId: data.author_id }),
    ...(author === undefined
      ? {}
      : { authorUsername: nameOf(author.username), authorName: nameOf(author.name ?? author.username) }),
    ...(data.created_at === undefined ? {} : { createdAt: data.created_at }),
  }
}

/** The account whose mentions are read. */
interface Reader {
  id: string
  username?: string | undefined
}

/** A quoted post that did not come with the quote is known by its address, with its author's name. */
const is = (person: Person, { id, username }: Reader): boolean =>
  person.id === undefined
    ? username === undefined || person.username?.toLowerCase() === username.toLowerCase()
    : person.id === id

/** A post is left out only if X loaded all that makes it none for the account. */
const kindOf = (answer: ReadAnswer, { id: userId, username }: Reader): ReceivedPost['kind'] | undefined => {
  const { answers, quotes, mentions = [], mayMention = [], notLoaded = [] } = standingOf(answer, undefined)
  if (answers?.id === userId) return 'reply'
  if (quotes !== undefined && quotes !== 'unknown' && is(quotes, { id: userId, username })) return 'quote'
  if (mentions.some(({ id }) => id === undefined || id === userId)) return 'mention'
  if (quotes === 'unknown') return 'quote'
  return mayMention.length > 0 || notLoaded.length > 0 ? 'mention' : undefined
}

const nameOf = (name: string): string => cleanText(name.slice(0, 100))
