import { z } from 'zod'
import { askAs } from './asking'
import { createSkew } from './clock'
import { exchange, type Wire } from './exchange'
import { leadingMentions } from './leadingMentions'
import { type Ledger, metBy, type Payer, type Reading } from './ledger'
import { readMentions } from './mentions'
import { headersOf, readable, refusal } from './outcomes'
import { readWhole } from './readWhole'
import { withoutEntities } from './text'
import { type Access, type AsApp, type Me, type XClient, XError, type XOutcome, type XPost } from './types'
import { mentionsAnswer, readAnswer } from './wire'

export interface XClientOptions {
  baseUrl: string
  /** App-only token, for reading posts without an account. */
  bearerToken?: string | undefined
  /** Deadline on each request, connecting included. */
  timeoutMs: number
  /** Where each reading is written before it is made, and without which no reply is sent. */
  ledger?: Ledger
  observer?: Wire['observer'] | undefined
}

/** X API v2 (OpenAPI 2.167) through twitter-api-v2, OAuth 1.0a or 2.0 user context, or app-only bearer. */
export const createXClient = ({ baseUrl, bearerToken, timeoutMs, ledger, observer }: XClientOptions): XClient => {
  const wire = { baseUrl, timeoutMs, observer }
  const skew = createSkew()

  const ask: Ask = async (as, send, maySend) => {
    const outcome = await (isApp(as) ? exchange(wire, appToken(), send, maySend) : askAs(wire, as, send, maySend))
    skew.learn(headersOf(outcome), new Date())
    return outcome
  }

  /** Every reading goes through here. */
  const get = async (as: Access | AsApp, path: string, query: Query): Promise<XOutcome> => {
    const charge = await ledger?.begin(payerOf(as), readingOf(path, query))
    const outcome = await ask(as, (client) => client.v2.get(path, query))
    if (charge !== undefined) await ledger?.end(charge, metBy(outcome, new Date()))
    return outcome
  }

  const read = async <T>(as: Access | AsApp, path: string, query: Query, shape: z.ZodType<T>): Promise<T> => {
    const outcome = await get(as, path, query)
    const answer = shape.safeParse(readable(outcome))
    if (answer.success) return answer.data
    const error = refusal(outcome)
    if (!isApp(as) || error.status !== 401) throw error
    throw new XError(`X refuses the app's own bearer token (X_BEARER_TOKEN): ${error.detail}`, 401, error.headers)
  }

  /** The names that X answered to last. */
  let current: Query = tweetNames

  /** A read whose posts say what they reply to, or an error: a post that hides it would pass for one not posted. */
  const readPosts = async <T>(
    as: Access | AsApp,
    path: string,
    query: Query,
    shape: z.ZodType<T>,
    postsIn: (answer: T) => z.infer<typeof post>[],
  ): Promise<T> => {
    const first = current
    for (const names of [first, first === tweetNames ? postNames : tweetNames]) {
      try {
        const answer = await read(as, path, { ...query, ...names }, shape)
        if (!postsIn(answer).every(isWhole)) continue
        current = names
        return answer
      } catch (error) {
        if (names !== first || !(error instanceof XError) || error.status !== 400) throw error
      }
    }
    throw new XError('X left out of its answer what tells a reply from other posts')
  }

  const appToken = (): string => {
    if (bearerToken) return bearerToken
    throw new XError('Posts cannot be read without an account: no app-only token is configured (X_BEARER_TOKEN)')
  }

  return {
    createReply: async (access, { text, inReplyTo, charge }, maySend) => {
      if (ledger && charge === undefined) return { kind: 'notSent', reason: 'it is not in the ledger' }
      const body = { text, reply: { in_reply_to_tweet_id: inReplyTo } }
      return ask(access, (client) => client.v2.post('tweets', body), maySend)
    },

    getPost: async (id, as) => {
      const { data, includes } = await readPosts(as, `tweets/${id}`, {}, postAnswer, (answer) => [answer.data])
      return toPost(data, includes?.users)
    },

    readPost: (id, as) => readWhole(id, (path, query) => read(as, path, query, readAnswer)),

    getMe: async (access) => {
      const queries: Query[] = [{ 'user.fields': 'subscription_type,protected' }, {}]
      for (const query of queries) {
        const outcome = await get(access, 'users/me', query)
        const answer = meAnswer.safeParse(readable(outcome))
        if (answer.success) return meOf(answer.data.data, headersOf(outcome)['x-access-level'])
        const error = refusal(outcome)
        if (error.status !== 400) throw error
      }
      throw new XError('X does not say who this account is', 400)
    },

    getUserPosts: async (access, userId, since) => {
      const posts: XPost[] = []
      const seen = new Set<string>()
      const end = performance.now() + mostDeadlines * timeoutMs
      let characters = 0
      let page: string | undefined
      do {
        if (seen.size >= mostPages || characters > mostCharacters) {
          throw new XError('X answered more posts of this account than it keeps of any')
        }
        if (performance.now() > end) throw new XError('X took too long to list the posts of this account')
        const query = {
          max_results: 100,
          ...(since ? { start_time: `${since.toISOString().slice(0, 19)}Z` } : {}),
          ...(page ? { pagination_token: page } : {}),
        }
        const {
          data = [],
          includes,
          meta,
        } = await readPosts(access, `users/${userId}/tweets`, query, timelineAnswer, (answer) => answer.data ?? [])
        for (const each of data) {
          const listed = toPost(each, includes?.users)
          posts.push(listed)
          characters += listed.text.length
        }
        page = since && meta?.next_token
        if (page !== undefined && seen.has(page)) throw new XError('X answered the same page of posts twice')
        if (page !== undefined) seen.add(page)
      } while (page !== undefined)
      return posts
    },

    ahead: skew.ahead,

    getMentions: (access, userId, window) =>
      readMentions(userId, window, (path, query) => read(access, path, query, mentionsAnswer)),
  }
}

/** X lists an account's newest 3,200 posts, 100 a page (docs.x.com, timelines). */
const mostPages = 40
/** 3,200 posts of 280 characters are 0.9 million; some are longer. */
const mostCharacters = 8_000_000
/** A reading has to end before another process may take it up. */
const mostDeadlines = 4

const isApp = (as: Access | AsApp): as is AsApp => as === 'app' || 'app' in as

const payerOf = (as: Access | AsApp): Payer | undefined => {
  if (as === 'app') return undefined
  return 'app' in as ? as.app : as.payer
}

const readingOf = (path: string, { max_results, start_time, since_id }: Query): Reading => ({
  path,
  since: String(start_time ?? since_id ?? ''),
  posts: Number(max_results ?? 1),
})

type Ask = (
  as: Access | AsApp,
  send: Parameters<typeof exchange>[2],
  maySend?: () => boolean,
) => ReturnType<typeof exchange>

type Query = Record<string, string | number>

const author = { 'user.fields': 'name,username' }

/** The names of X's documentation (August 2026). */
const tweetNames: Query = {
  ...author,
  'tweet.fields': 'author_id,conversation_id,created_at,entities,in_reply_to_user_id,note_tweet,referenced_tweets',
  expansions: 'author_id,in_reply_to_user_id',
}

/** The names of OpenAPI 2.167, whose list of fields lacks those that come by expansion. */
const postNames: Query = {
  ...author,
  'post.fields': 'conversation_id,created_at,entities,note_post',
  expansions: 'author_id,in_reply_to_user_id,referenced_posts',
}

const id = z.string().regex(/^[0-9]{1,19}$/)
const referenced = z.array(z.looseObject({ type: z.string(), id })).optional()
const user = z.looseObject({ id, username: z.string().min(1), name: z.string().optional() })
const includes = z.looseObject({ users: z.array(user).optional() }).optional()
/** Helps to recognise a post: one that is not of this form is as good as none. */
const entities = z
  .looseObject({
    mentions: z.array(z.looseObject({ start: z.int().min(0), end: z.int().min(0), username: z.string().min(1) })),
  })
  .optional()
  .catch(undefined)
const note = z.looseObject({ text: z.string(), entities }).optional()

/** Both generations of names: `referenced_tweets`, `note_tweet` and, since OpenAPI 2.167, `referenced_posts`, `note_post`. */
const post = z.looseObject({
  id,
  text: z.string(),
  author_id: id.optional(),
  conversation_id: id.optional(),
  created_at: z.string().optional(),
  in_reply_to_user_id: id.optional(),
  entities,
  note_tweet: note,
  note_post: note,
  referenced_tweets: referenced,
  referenced_posts: referenced,
})

const postAnswer = z.looseObject({ data: post, includes })
const meAnswer = z.looseObject({
  data: z.looseObject({
    id,
    username: z.string().min(1),
    subscription_type: z.string().max(50).optional().catch(undefined),
    protected: z.boolean().optional().catch(undefined),
  }),
})
const timelineAnswer = z
  .looseObject({
    data: z.array(post).optional(),
    includes,
    meta: z.looseObject({ next_token: z.string().min(1).optional(), result_count: z.int().optional() }).optional(),
  })
  .refine(({ data, meta }) => data !== undefined || meta?.result_count === 0)

const referencesOf = (found: z.infer<typeof post>) => found.referenced_tweets ?? found.referenced_posts ?? []

const isWhole = (found: z.infer<typeof post>) =>
  found.author_id !== undefined &&
  found.created_at !== undefined &&
  found.conversation_id !== undefined &&
  (found.conversation_id === found.id || referencesOf(found).length > 0)

const toPost = (found: z.infer<typeof post>, users: z.infer<typeof user>[] = []): XPost => {
  const author = users.find((each) => each.id === found.author_id)
  const repliedTo = users.find((each) => each.id === found.in_reply_to_user_id)?.username
  const { text, entities } = found.note_tweet ?? found.note_post ?? found
  const leading = leadingMentions(text, entities?.mentions ?? [], repliedTo)
  const inReplyTo = referencesOf(found).find((each) => each.type === 'replied_to')?.id
  return {
    id: found.id,
    text: withoutEntities(text),
    authorId: found.author_id ?? '',
    authorUsername: author?.username ?? '',
    authorName: author?.name ?? author?.username ?? '',
    ...(found.created_at ? { createdAt: found.created_at } : {}),
    ...(inReplyTo ? { inReplyTo } : {}),
    ...(leading.length > 0 ? { leadingMentions: leading } : {}),
  }
}

const meOf = (data: z.infer<typeof meAnswer>['data'], access: string | undefined): Me => ({
  id: data.id,
  username: data.username,
  ...(access === undefined ? {} : { access: access.slice(0, 50) }),
  ...(data.subscription_type === undefined ? {} : { subscription: data.subscription_type }),
  ...(data.protected === undefined ? {} : { isProtected: data.protected }),
})
