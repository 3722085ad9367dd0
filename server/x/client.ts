import { z } from 'zod'
import type { Credentials } from '../../src/schemas/accounts'
import { type Auth, exchange } from './exchange'
import { type XClient, XError, type XOutcome, type XPost } from './types'
import { wordsOf } from './words'

export interface XClientOptions {
  baseUrl: string
  /** App-only token, for reading posts without an account. */
  bearerToken?: string | undefined
  /** Deadline on each request, connecting included. */
  timeoutMs: number
}

/** X API v2 (OpenAPI 2.167) through twitter-api-v2, OAuth 1.0a user context or app-only bearer. */
export const createXClient = ({ baseUrl, bearerToken, timeoutMs }: XClientOptions): XClient => {
  const wire = { baseUrl, timeoutMs }

  const read = async <T>(auth: Auth, path: string, query: Query, shape: z.ZodType<T>): Promise<T> => {
    const outcome = await exchange(wire, auth, (client) => client.v2.get(path, query))
    const answer = shape.safeParse(readable(outcome))
    if (answer.success) return answer.data
    throw refusal(outcome)
  }

  const authFor = (as: Credentials | 'app'): Auth => {
    if (as !== 'app') return tokens(as)
    if (bearerToken) return bearerToken
    throw new XError('Posts cannot be read without an account: no app-only token is configured (X_BEARER_TOKEN)')
  }

  return {
    createReply: (credentials, { text, inReplyTo }, maySend) =>
      exchange(
        wire,
        tokens(credentials),
        (client) => client.v2.post('tweets', { text, reply: { in_reply_to_tweet_id: inReplyTo } }),
        maySend,
      ),

    getPost: async (id, as) => {
      const query = { ...postFields, expansions: 'author_id', 'user.fields': 'name,username' }
      const { data, includes } = await read(authFor(as), `tweets/${id}`, query, postAnswer)
      return toPost(data, includes?.users)
    },

    getMe: async (credentials) => (await read(tokens(credentials), 'users/me', {}, meAnswer)).data,

    getUserPosts: async (credentials, userId, since) => {
      const auth = tokens(credentials)
      const posts: XPost[] = []
      const seen = new Set<string>()
      let page: string | undefined
      do {
        const query = {
          ...postFields,
          expansions: 'author_id',
          'user.fields': 'name,username',
          max_results: 100,
          start_time: `${since.toISOString().slice(0, 19)}Z`,
          ...(page ? { pagination_token: page } : {}),
        }
        const { data = [], includes, meta } = await read(auth, `users/${userId}/tweets`, query, timelineAnswer)
        posts.push(...data.map((post) => toPost(post, includes?.users)))
        page = meta?.next_token
        if (page !== undefined && seen.has(page)) throw new XError('X answered the same page of posts twice')
        if (page !== undefined) seen.add(page)
      } while (page !== undefined)
      return posts
    },
  }
}

type Query = Record<string, string | number>

const postFields = { 'tweet.fields': 'author_id,created_at,note_tweet,referenced_tweets' }

const tokens = (credentials: Credentials) => ({
  appKey: credentials.api_key,
  appSecret: credentials.api_secret,
  accessToken: credentials.access_token,
  accessSecret: credentials.access_token_secret,
})

const id = z.string().regex(/^[0-9]{1,19}$/)
const referenced = z.array(z.looseObject({ type: z.string(), id })).optional()
const user = z.looseObject({ id, username: z.string().min(1), name: z.string().optional() })
const includes = z.looseObject({ users: z.array(user).optional() }).optional()

/** Both generations of names: `referenced_tweets`, `note_tweet` and, since OpenAPI 2.167, `referenced_posts`, `note_post`. */
const post = z.looseObject({
  id,
  text: z.string(),
  author_id: id.optional(),
  created_at: z.string().optional(),
  note_tweet: z.looseObject({ text: z.string() }).optional(),
  note_post: z.looseObject({ text: z.string() }).optional(),
  referenced_tweets: referenced,
  referenced_posts: referenced,
})

const postAnswer = z.looseObject({ data: post, includes })
const meAnswer = z.looseObject({ data: z.looseObject({ id, username: z.string().min(1) }) }).transform(({ data }) => ({
  data: { id: data.id, username: data.username },
}))
const timelineAnswer = z
  .looseObject({
    data: z.array(post).optional(),
    includes,
    meta: z.looseObject({ next_token: z.string().min(1).optional(), result_count: z.int().optional() }).optional(),
  })
  .refine(({ data, meta }) => data !== undefined || meta?.result_count === 0)

const toPost = (found: z.infer<typeof post>, users: z.infer<typeof user>[] = []): XPost => {
  const author = users.find((each) => each.id === found.author_id)
  const references = found.referenced_tweets ?? found.referenced_posts ?? []
  const inReplyTo = references.find((each) => each.type === 'replied_to')?.id
  return {
    id: found.id,
    text: withoutEntities((found.note_tweet ?? found.note_post ?? found).text),
    authorId: found.author_id ?? '',
    authorUsername: author?.username ?? '',
    authorName: author?.name ?? author?.username ?? '',
    ...(found.created_at ? { createdAt: found.created_at } : {}),
    ...(inReplyTo ? { inReplyTo } : {}),
  }
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const withoutEntities = (text: string) => text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity)

const readable = (outcome: XOutcome): unknown =>
  outcome.kind === 'answer' && outcome.status === 200 && outcome.bodyReadable ? outcome.body : undefined

const refusal = (outcome: XOutcome): XError => {
  if (outcome.kind === 'notSent') return new XError(`X could not be reached: ${outcome.reason}`)
  if (outcome.kind === 'lost') return new XError(`X did not answer: ${outcome.reason}`)
  const words = outcome.bodyReadable ? wordsOf(outcome.body) : undefined
  if (words) return new XError(words, outcome.status === 200 ? 404 : outcome.status)
  return new XError(`X answered ${outcome.status} with something that is not an answer of its API`, outcome.status)
}
