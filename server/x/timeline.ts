import { repliedTo } from './context'
import { postedAt } from './ids'
import { leadingHandles, leadingMentions } from './leadingMentions'
import { withoutEntities } from './text'
import { type ListedPosts, XError, type XPost } from './types'
import type { PageAnswer, ReadAnswer, WirePost } from './wire'
import * as words from './words'

type Query = Record<string, string | number>

/** X accepts 5 to 100 as `max_results` (docs.x.com, timelines). */
export const fewestListed = 5
/** X lists an account's newest 3,200 posts, 100 per page (docs.x.com, timelines). */
const mostPages = 40
/** 3,200 posts of 280 characters are 0.9 million; some are longer. */
const mostCharacters = 8_000_000
/** A reading must end before another process may take over. */
const mostDeadlines = 4

/** The names in X's documentation (August 2026). */
const tweetNames: Query = {
  'tweet.fields': 'author_id,conversation_id,created_at,entities,in_reply_to_user_id,note_tweet,referenced_tweets',
}

/** The names of OpenAPI 2.167, whose list of fields omits the expansions. */
const postNames: Query = {
  'post.fields': 'conversation_id,created_at,entities,note_post',
  expansions: 'referenced_posts',
}

/** Loads the author of a single post, with both generations of names. */
const withAuthor: Query = { expansions: 'author_id', 'user.fields': 'name,username' }

/**
 * Readings that distinguish a reply from other posts: each field of a post has a value, has none, or was not loaded.
 */
export const createExactReader = () => {
  /** The names of X's last successful answer. */
  let current = tweetNames

  /**
   * Requests both generations of names if X refuses the first (400) or leaves fields out. The second answer only fills
   * gaps of the first, so its refusal changes nothing.
   */
  const readBoth = async (read: (names: Query) => Promise<PageAnswer>): Promise<PageAnswer> => {
    const names = current
    const others = names === tweetNames ? postNames : tweetNames
    const first = await read(names).catch((error: unknown) => {
      if (error instanceof XError && error.status === 400) return error
      throw error
    })
    if (!(first instanceof XError) && first.posts.every(({ data }) => isWhole(data))) return first
    const second = await read(others).catch((error: unknown) => {
      if (error instanceof XError) return undefined
      throw error
    })
    if (second?.posts.every(({ data }) => isWhole(data))) current = others
    if (!(first instanceof XError)) return second === undefined ? first : filledUp(first, second)
    if (second === undefined) throw first
    return second
  }

  return {
    /**
     * Reads one post, whose author X may not have loaded.
     *
     * @throws XError
     */
    one: async (read: (query: Query) => Promise<ReadAnswer>): Promise<XPost> => {
      const { posts } = await readBoth(async (names) => ({
        posts: [await read(bothExpansions(names))],
        next: undefined,
        oldest: undefined,
        isWhole: true,
        hasMore: false,
      }))
      const [answer] = posts
      if (answer === undefined) throw new XError(words.withoutPost)
      return toPost(answer)
    },

    /**
     * Reads all pages since then; the newest hundred posts if it is undefined.
     *
     * @throws XError
     */
    all: async (
      userId: string,
      since: Date | undefined,
      timeoutMs: number,
      read: (query: Query) => Promise<PageAnswer>,
    ): Promise<ListedPosts> => {
      const posts: XPost[] = []
      const seen = new Set<string>()
      const end = performance.now() + mostDeadlines * timeoutMs
      let isWholeList = true
      let characters = 0
      let page: string | undefined
      do {
        if (seen.size >= mostPages || characters > mostCharacters) {
          throw new XError(words.tooManyPosts)
        }
        if (performance.now() > end) throw new XError(words.listingSlow)
        const query = {
          max_results: 100,
          ...(since ? { start_time: `${since.toISOString().slice(0, 19)}Z` } : {}),
          ...(page ? { pagination_token: page } : {}),
        }
        const answer = await readBoth((names) => read({ ...query, ...names }))
        for (const each of answer.posts) {
          const listed = toPost(each, userId)
          posts.push(listed)
          characters += listed.text.length
        }
        isWholeList &&= answer.isWhole
        page = since && answer.next
        if (page !== undefined && seen.has(page)) throw new XError(words.samePage)
        if (page !== undefined) seen.add(page)
      } while (page !== undefined)
      return { posts, isWhole: isWholeList }
    },
  }
}

const bothExpansions = (names: Query): Query => ({
  ...names,
  ...withAuthor,
  ...(names.expansions === undefined ? {} : { expansions: `${withAuthor.expansions},${names.expansions}` }),
})

const isWhole = (post: WirePost): boolean => repliedTo(post) !== undefined && !post.isCut

/** Fills gaps of the first answer from the second. A post is missing only if both answers lack it. */
const filledUp = (first: PageAnswer, second: PageAnswer): PageAnswer => {
  const found = new Map(second.posts.map((each) => [each.data.id, each]))
  const filled = first.posts.map((each): ReadAnswer => {
    const other = found.get(each.data.id)
    found.delete(each.data.id)
    if (other === undefined) return each
    const includes = each.includes.users.length > 0 ? each.includes : other.includes
    return { ...each, data: merged(each.data, other.data), includes }
  })
  const next = first.next ?? second.next
  return { ...first, next, posts: [...filled, ...found.values()], isWhole: first.isWhole || second.isWhole }
}

const merged = (one: WirePost, other: WirePost): WirePost => ({
  ...other,
  ...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
  text: one.text === '' ? other.text : one.text,
  isCut: one.isCut && other.isCut,
  references: one.references.length > 0 ? one.references : other.references,
})

/** The ellipsis of a shortened text is not documented. X's 280 characters may be escaped. */
const mayBeCut = ({ note, text }: WirePost): boolean => note === undefined && text.length >= 250 && text.length <= 1500

/** @param listedBy the owner of the timeline, which contains only posts of that account. */
const toPost = ({ data, includes }: ReadAnswer, listedBy?: string): XPost => {
  const { id, author_id: authorId = listedBy, note, entities, isCut, created_at = postedAt(id).toISOString() } = data
  const author = includes.users.find((each) => each.id === authorId)
  const { text, mentions } = note
    ? { text: note.text, mentions: note.entities?.mentions }
    : { text: data.text, mentions: entities?.mentions }
  const leading = mentions === undefined ? leadingHandles(text) : leadingMentions(text, mentions)
  const inReplyTo = repliedTo(data)
  return {
    id,
    text: withoutEntities(text),
    authorId: authorId ?? '',
    authorUsername: author?.username ?? '',
    authorName: author?.name ?? author?.username ?? '',
    createdAt: created_at,
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(isCut || mayBeCut(data) ? { isCut: true } : {}),
    ...(leading.length > 0 ? { leadingMentions: leading } : {}),
  }
}
