import { z } from 'zod'
import { askAs } from './asking'
import { createSkew } from './clock'
import { exchange, type Wire } from './exchange'
import { postedAt } from './ids'
import { type Ledger, metBy, type Payer, type Reading } from './ledger'
import { readMentions } from './mentions'
import { headersOf, readable, refusal } from './outcomes'
import { readWhole } from './readWhole'
import type { Ask } from './sign'
import { createExactReader, fewestListed } from './timeline'
import { type Access, type AsApp, type Me, type XClient, XError, type XOutcome } from './types'
import { pageAnswer, readAnswer } from './wire'
import * as words from './words'

export interface XClientOptions {
  baseUrl: string
  /** App-only token, for reading posts without an account. */
  bearerToken?: string | undefined
  /** Deadline in ms of each request, including the connection. */
  timeoutMs: number
  /** Records each reading before it is made. Without a record, no reply is sent. */
  ledger?: Ledger
  observer?: Wire['observer'] | undefined
}

/** X API v2 (OpenAPI 2.167) through twitter-api-v2, OAuth 1.0a or 2.0 user context, or app-only bearer. */
export const createXClient = ({ baseUrl, bearerToken, timeoutMs, ledger, observer }: XClientOptions): XClient => {
  const wire = { baseUrl, timeoutMs, observer }
  const skew = createSkew()

  const ask = async (as: Access | AsApp, send: Ask, maySend?: () => boolean): Promise<XOutcome> => {
    const outcome = await (isApp(as) ? exchange(wire, appToken(), send, maySend) : askAs(wire, as, send, maySend))
    skew.learn(headersOf(outcome), new Date())
    return outcome
  }

  /**
   * Every reading uses this function.
   *
   * @param least the fewest posts that X lists, for readings that a budget limits.
   */
  const get = async (as: Access | AsApp, path: string, query: Query, least?: number): Promise<XOutcome> => {
    const recorded = await ledger?.begin(payerOf(as), { ...readingOf(path, query), least })
    const asked = recorded && 'max_results' in query ? { ...query, max_results: recorded.posts } : query
    const outcome = await ask(as, (client) => client.v2.get(path, asked))
    if (recorded?.charge !== undefined) await ledger?.end(recorded.charge, metBy(outcome, new Date()))
    return outcome
  }

  const read = async <T>(
    as: Access | AsApp,
    path: string,
    query: Query,
    shape: z.ZodType<T>,
    least?: number,
  ): Promise<T> => {
    const outcome = await get(as, path, query, least)
    const answer = shape.safeParse(readable(outcome))
    if (answer.success) return answer.data
    const error = refusal(outcome)
    if (!isApp(as) || error.status !== 401) throw error
    throw new XError(words.bearerRefused(error.detail), 401, error.headers)
  }

  const exact = createExactReader()

  const appToken = (): string => {
    if (bearerToken) return bearerToken
    throw new XError(words.noReader)
  }

  return {
    createReply: async (access, { text, inReplyTo, charge }, maySend) => {
      if (ledger && charge === undefined) return { kind: 'notSent', reason: 'it is not in the ledger' }
      const body = { text, reply: { in_reply_to_tweet_id: inReplyTo } }
      return ask(access, (client) => client.v2.post('tweets', body), maySend)
    },

    getPost: (id, as) => exact.one((query) => read(as, `tweets/${id}`, query, readAnswer)),

    readPost: (id, as) => readWhole(id, (path, query) => read(as, path, query, readAnswer, 1)),

    getMe: async (access) => {
      const queries: Query[] = [{ 'user.fields': 'subscription_type,protected' }, {}]
      for (const query of queries) {
        const outcome = await get(access, 'users/me', query)
        const answer = meAnswer.safeParse(readable(outcome))
        if (answer.success) return meOf(answer.data.data, headersOf(outcome)['x-access-level'])
        const error = refusal(outcome)
        if (error.status !== 400) throw error
      }
      throw new XError(words.ownerNotShown, 400)
    },

    getUserPosts: (access, userId, since, least) =>
      exact.all(userId, since, timeoutMs, (query) => read(access, `users/${userId}/tweets`, query, pageAnswer, least)),

    ahead: skew.ahead,

    getMentions: (access, userId, window) =>
      readMentions(userId, access.payer?.account, window, (path, query) =>
        read(access, path, query, pageAnswer, fewestListed),
      ),
  }
}

const isApp = (as: Access | AsApp): as is AsApp => as === 'app' || 'app' in as

const payerOf = (as: Access | AsApp): Payer | undefined => {
  if (as === 'app') return undefined
  return 'app' in as ? as.app : as.payer
}

/** Each page is a separate reading. A reading of one post returns more with more expansions. */
const readingOf = (path: string, query: Query): Reading => {
  const { max_results, start_time, since_id, until_id, expansions = '' } = query
  const beside = besideOf(String(expansions).split(','))
  const from = start_time ?? (since_id === undefined ? undefined : postedAt(String(since_id)))
  const rank = beside.posts > 0 ? '' : beside.users > 0 ? 'author' : 'bare'
  return {
    path: until_id === undefined ? path : `${path}?until_id=${until_id}`,
    since: max_results === undefined ? rank : from === undefined ? '' : new Date(from).toISOString(),
    posts: Number(max_results ?? 1),
    beside,
  }
}

/** A post refers to two others at most: the post that it replies to and the post that it quotes. */
const besideOf = (expansions: string[]): Reading['beside'] => {
  const has = (...names: string[]) => expansions.some((each) => names.includes(each))
  const authors = has('referenced_tweets.id.author_id', 'referenced_posts.author_id') ? 2 : 0
  const answered = authors === 0 && has('in_reply_to_user_id') ? 1 : 0
  return {
    posts: has('referenced_tweets.id', 'referenced_posts') ? 2 : 0,
    users: (has('author_id') ? 1 : 0) + authors + answered,
  }
}

type Query = Record<string, string | number>

const id = z.string().regex(/^[0-9]{1,19}$/)
const meAnswer = z.looseObject({
  data: z.looseObject({
    id,
    username: z.string().min(1),
    subscription_type: z.string().max(50).optional().catch(undefined),
    protected: z.boolean().optional().catch(undefined),
  }),
})
const meOf = (data: z.infer<typeof meAnswer>['data'], access: string | undefined): Me => ({
  id: data.id,
  username: data.username,
  ...(access === undefined ? {} : { access: access.slice(0, 50) }),
  ...(data.subscription_type === undefined ? {} : { subscription: data.subscription_type }),
  ...(data.protected === undefined ? {} : { isProtected: data.protected }),
})
