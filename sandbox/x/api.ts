import parseTweet from 'twitter-text/dist/parseTweet.js'
import { z } from 'zod'
import { userIdOf } from '../accounts-data'
import type { Caller } from './authentication'
import type { Control } from './control'
import type { Crowd } from './crowd'
import { type Fields, type Generation, readFields } from './fields'
import { type Holes, withHoles } from './holes'
import type { Endpoint } from './limits'
import { presentIncludes, presentPost, presentText } from './present'
import { type Answer, invalid, notFound, problems, type Wording, wordings } from './problems'
import { sampleScene } from './sampleScene'
import type { Author, Scene, View } from './scene'
import { type PostStore, type StoredPost, timeOf } from './store'
import { mayReply, type ReplyRule } from './summons'

export interface ApiState {
  duplicateFilter: boolean
  replyRule: ReplyRule
  wording: Wording
  visibilityLagMs: number
  longText: 'tooLong' | 'tooLongForbidden' | 'notPermitted'
  gone: ReadonlySet<string>
  /** Posts with these ids replace the samples. */
  planted: Readonly<Record<string, Scene>>
  /** The authors in pasted links, by the ids of sample posts. */
  authors: Pick<Map<string, string>, 'get'>
  fieldNames: Generation | undefined
  holes: Holes
  /** Unusual states of an account, by username in lower case. */
  people: NonNullable<Control['people']>
}

export interface ApiRequest {
  endpoint: Endpoint
  /** The id in the path, empty if there is none. */
  id: string
  query: URLSearchParams
  contentType: string
  body: string
  caller: Caller
}

/** The calls of X API v2 that the product uses, answered from the store, other people's posts and the sample posts. */
export const createApi = (
  store: PostStore,
  crowd: Crowd,
  state: ApiState,
  now: () => number,
  onPosted: (caller: Caller, text: string, target: View | undefined) => void = () => undefined,
) => {
  const beingPosted = new Set<string>()

  /** Any well-formed id has a post, unless it was deleted. */
  const find = (id: string): { scene: Scene; author: Author; createdAt: string } | undefined => {
    if (!/^\d{1,19}$/.test(id) || state.gone.has(id) || store.wasDeleted(id)) return undefined
    const stored = store.find(id)
    const scene =
      stored === undefined
        ? (state.planted[id] ?? crowd.find(id) ?? sampleScene(id, state.authors.get(id)))
        : sceneOf(stored)
    return {
      scene,
      author: authorOf(scene),
      createdAt: stored?.created_at ?? new Date(timeOf(id)).toISOString(),
    }
  }

  const linked = (id: string | undefined) => {
    const found = id === undefined ? undefined : find(id)
    return id !== undefined && found ? { id, author: found.author } : undefined
  }

  const rootOf = (id: string, { inReplyTo }: Scene): string => {
    let root = id
    let above = inReplyTo
    for (let steps = 0; above !== undefined && steps < longestThread; steps += 1) {
      root = above
      above = find(above)?.scene.inReplyTo
    }
    return root
  }

  const resolve = (id: string): View | undefined => {
    const found = find(id)
    if (found === undefined) return undefined
    const { scene, author, createdAt } = found
    const parent = linked(scene.inReplyTo)
    const quoted = linked(scene.quotes)
    return {
      ...scene,
      id,
      author,
      createdAt,
      root: rootOf(id, scene),
      ...(parent ? { parent } : {}),
      ...(quoted ? { quoted } : {}),
    }
  }
  const views = (posts: StoredPost[]): View[] => posts.flatMap(({ id }) => resolve(id) ?? [])

  /** Stores a post, or returns X's refusal, without the rule for replies by API. */
  const publish = async (
    username: string,
    text: string,
    inReplyTo: string | undefined,
  ): Promise<StoredPost | Answer> => {
    if (parseTweet(text).weightedLength > 280) return problems[state.longText]
    if (inReplyTo !== undefined && resolve(inReplyTo) === undefined) return problems.targetGone
    const key = `${username}\n${text.trim()}`
    const posted = () => store.byAccount(username).some((post) => post.text.trim() === text.trim())
    if (state.duplicateFilter && (beingPosted.has(key) || posted())) return wordings[state.wording].duplicate
    beingPosted.add(key)
    try {
      return await store.add({
        account: username,
        author_id: userIdOf(username),
        text,
        ...(inReplyTo === undefined ? {} : { in_reply_to: inReplyTo }),
      })
    } finally {
      beingPosted.delete(key)
    }
  }

  const pageOf = (
    userId: string,
    query: URLSearchParams,
    fields: Fields,
    listed: (window: z.output<typeof timelineQuery>) => { id: string; created_at: string }[],
  ): Answer => {
    if (!/^\d{1,19}$/.test(userId)) return invalid('id', userId)
    const window = timelineQuery.safeParse(Object.fromEntries(query))
    if (!window.success) return refusedParameter(query, window.error)
    const { max_results, pagination_token, start_time, end_time, since_id, until_id } = window.data
    const before = pagination_token === undefined ? undefined : fromToken(pagination_token)
    if (pagination_token !== undefined && before === undefined) return invalid('pagination_token', pagination_token)
    // X's rule: since_id must be before until_id.
    if (since_id !== undefined && until_id !== undefined && BigInt(since_id) >= BigInt(until_id)) {
      return invalid('since_id', since_id)
    }
    const matching = listed(window.data).filter(
      (post) =>
        (start_time === undefined || post.created_at >= start_time) &&
        (end_time === undefined || post.created_at < end_time) &&
        (since_id === undefined || BigInt(post.id) > BigInt(since_id)) &&
        (until_id === undefined || BigInt(post.id) < BigInt(until_id)) &&
        (before === undefined || BigInt(post.id) < before),
    )
    const page = matching.slice(0, max_results)
    const [newest, oldest] = [page[0], page.at(-1)]
    const shown = page.flatMap(({ id }) => resolve(id) ?? [])
    return {
      status: 200,
      body: {
        ...(shown.length > 0 ? { data: shown.map((view) => presentPost(view, fields)) } : {}),
        ...presentIncludes(shown, fields, resolve),
        meta: {
          result_count: shown.length,
          ...(newest && oldest ? { newest_id: newest.id, oldest_id: oldest.id } : {}),
          ...(oldest && matching.length > page.length ? { next_token: toToken(oldest.id) } : {}),
        },
      },
    }
  }

  const handlers: Record<Endpoint, (request: ApiRequest, fields: Fields) => Answer | Promise<Answer>> = {
    getPost: ({ id }, fields) => {
      if (!/^\d{1,19}$/.test(id)) return invalid('id', id)
      const view = resolve(id)
      if (view === undefined) return notFound('tweet', id)
      return { status: 200, body: { data: presentPost(view, fields), ...presentIncludes([view], fields, resolve) } }
    },

    getMe: ({ caller, query }) => {
      if (caller.kind === 'app') return problems.unsupportedAuth
      const { subscription_type = 'None', protected: isProtected = false } = state.people[caller.username] ?? {}
      const facts = { subscription_type, protected: isProtected }
      const asked = (query.get('user.fields') ?? '').split(',')
      const shown = Object.entries(facts).filter(([name]) => asked.includes(name))
      return {
        status: 200,
        body: {
          data: {
            id: caller.id,
            username: caller.username,
            name: nameOf(caller.username),
            ...Object.fromEntries(shown),
          },
        },
      }
    },

    getUserPosts: ({ id, query }, fields) => {
      const account = store.all().find((post) => post.author_id === id)?.account
      const posts = () => (account === undefined ? [] : store.byAccount(account))
      return pageOf(id, query, fields, ({ exclude }) =>
        posts().filter(
          (post) =>
            Date.parse(post.created_at) + state.visibilityLagMs <= now() &&
            !(exclude?.includes('replies') && post.in_reply_to !== undefined),
        ),
      )
    },

    // X's guide shows `exclude` here, its OpenAPI does not.
    getMentions: ({ id, query }, fields) =>
      pageOf(id, query, fields, () => crowd.concerning(id).slice(0, mostMentions)),

    createPost: async ({ caller, contentType, body }) => {
      if (caller.kind === 'app') return problems.unsupportedAuth
      if (caller.scopes === undefined && state.people[caller.username]?.readOnly) return problems.readOnlyApp
      // X's own words for a missing scope are not known.
      if (caller.scopes?.includes('tweet.write') === false) return problems.notPermitted
      if (!/^application\/json\b/i.test(contentType)) return problems.unsupportedMediaType
      const parsed = createBody.safeParse(jsonOf(body))
      if (!parsed.success) return refusedBody(parsed.error)
      const { text, reply } = parsed.data
      const target = reply === undefined ? undefined : resolve(reply.in_reply_to_tweet_id)
      const isShort = parseTweet(text).weightedLength <= 280
      if (isShort && target && !mayReply(target, caller, state.replyRule)) {
        return wordings[state.wording].notSummoned
      }
      const made = await publish(caller.username, text, reply?.in_reply_to_tweet_id)
      if ('status' in made) return made
      onPosted(caller, text, target)
      const view = resolve(made.id)
      const shown = view === undefined ? text : presentText(view)
      return { status: 201, body: { data: { id: made.id, text: shown, edit_history_tweet_ids: [made.id] } } }
    },

    deletePost: async ({ caller, id }) => {
      if (caller.kind === 'app') return problems.unsupportedAuth
      const post = store.find(id)
      if (post === undefined) return notFound('tweet', id)
      if (post.account !== caller.username) return problems.notPermitted
      await store.delete(id)
      return { status: 200, body: { data: { deleted: true } } }
    },
  }

  return {
    resolve,
    publish,
    repliesTo: (id: string) => views(store.repliesTo(id)),
    answer: async (request: ApiRequest): Promise<Answer> => {
      const unknown = [...request.query.keys()].find((name) => !parameters[request.endpoint].includes(name))
      if (unknown !== undefined) return invalid(unknown, request.query.get(unknown) ?? '')
      const fields = readFields(request.query, state.fieldNames)
      if (fields.unknown !== undefined) return invalid(fields.generation, fields.unknown)
      return withHoles(await handlers[request.endpoint](request, fields), state.holes)
    },
  }
}

const selection = [
  'tweet.fields',
  'post.fields',
  'expansions',
  'user.fields',
  'media.fields',
  'poll.fields',
  'place.fields',
]
const timeline = ['max_results', 'pagination_token', 'start_time', 'end_time', 'since_id', 'until_id', 'exclude']
const parameters: Record<Endpoint, readonly string[]> = {
  createPost: [],
  deletePost: [],
  getPost: selection,
  getMe: selection,
  getUserPosts: [...selection, ...timeline],
  getMentions: [...selection, ...timeline],
}

const postId = z.string().regex(/^\d{1,19}$/)
const moment = z.iso.datetime().transform((text) => new Date(text).toISOString())

const timelineQuery = z.object({
  max_results: z.coerce.number().int().min(5).max(100).default(10),
  pagination_token: z.string().min(1).optional(),
  start_time: moment.optional(),
  end_time: moment.optional(),
  since_id: postId.optional(),
  until_id: postId.optional(),
  exclude: z
    .string()
    .transform((text) => text.split(','))
    .optional(),
})

const createBody = z.strictObject({
  text: z.string().min(1),
  reply: z
    .strictObject({
      in_reply_to_tweet_id: postId,
      auto_populate_reply_metadata: z.boolean().optional(),
      exclude_reply_user_ids: z.array(z.string()).optional(),
    })
    .optional(),
  made_with_ai: z.boolean().optional(),
  paid_partnership: z.boolean().optional(),
})

const refusedParameter = (query: URLSearchParams, { issues }: z.ZodError): Answer => {
  const name = String(issues[0]?.path[0] ?? '')
  return invalid(name, query.get(name) ?? '')
}

const refusedBody = ({ issues }: z.ZodError): Answer => ({
  status: 400,
  body: {
    errors: issues.map(({ path, message }) => ({ parameters: {}, message: `$.${path.join('.')}: ${message}` })),
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'https://api.twitter.com/2/problems/invalid-request',
  },
})

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toToken = (id: string) => Buffer.from(`before:${id}`).toString('base64url')
const fromToken = (token: string) => {
  const id = /^before:(\d{1,19})$/.exec(Buffer.from(token, 'base64url').toString())?.[1]
  return id === undefined ? undefined : BigInt(id)
}

/** X lists this many of an account's newest mentions (docs.x.com, timelines). */
const mostMentions = 800

/** A circle of posts that answer one another ends here. */
const longestThread = 50

const sceneOf = ({ account, text, in_reply_to }: StoredPost): Scene => ({
  username: account,
  text,
  ...(in_reply_to === undefined ? {} : { inReplyTo: in_reply_to }),
})

const authorOf = ({ username, name }: Scene): Author => ({
  id: userIdOf(username),
  username,
  name: name ?? nameOf(username),
})

const nameOf = (username: string) =>
  username
    .split('_')
    .filter((word) => word !== '')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
