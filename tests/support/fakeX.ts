import { type Access, type Answer, type XClient, XError, type XOutcome, type XPost } from '../../server/x/types'
import { noMentions } from './serverFakes'

export interface FakePost extends XPost {
  createdAt: string
  sent: string
  /** Milliseconds since 1970; reads show the post from then on. */
  visibleAt: number
}

/** The fate of one request to post; `posts` is true if X accepted it anyway. */
export interface Fate {
  posts: boolean
  outcome?: XOutcome
  /** Milliseconds until the answer. */
  takesMs?: number
}

export interface FakeX extends XClient {
  posts: FakePost[]
  requests: { userId: string; text: string; inReplyTo: string; at: number }[]
  /** Decides about the next requests; by default each is posted. */
  fate: (request: { userId: string; text: string; inReplyTo: string; count: number }) => Fate
  /** While this is set, reads fail with it. */
  readError: XError | undefined
  lagMs: number
  /** Milliseconds that the server's clock is ahead of X's. */
  skewMs: number
  duplicateFilter: boolean
  /** The most simultaneous requests of one account. */
  mostAtOnce: number
}

export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  kind: 'answer',
  status,
  headers,
  body,
  bodyReadable: typeof body === 'object' && body !== null,
})

export const problem = (status: number, detail: string, rest: object = {}): XOutcome =>
  answer(status, { title: 'Error', type: 'about:blank', status, detail, ...rest })

/** No answer comes; `posts` is true if X accepted the request anyway. */
export const lost = (posts: boolean): Fate => ({ posts, outcome: { kind: 'lost', reason: 'read ECONNRESET' } })

export const firstThen =
  (first: Fate, then: Fate = { posts: true }): FakeX['fate'] =>
  ({ count }) =>
    count === 1 ? first : then

const duplicate = problem(403, 'You are not allowed to create a Tweet with duplicate content.')

const userOf = (access: Access): string => ('bearer' in access ? access.bearer : access.access_token)

/**
 * X in memory: its own list of posts is the truth that tests compare with. An account's user id is its access token.
 */
export const createFakeX = (now: () => number = Date.now): FakeX => {
  let lastId = 0n
  const underWay = new Map<string, number>()
  const x: FakeX = {
    posts: [],
    requests: [],
    fate: () => ({ posts: true }),
    readError: undefined,
    lagMs: 0,
    skewMs: 0,
    ahead: () => ({ now: x.skewMs, atMost: x.skewMs }),
    duplicateFilter: true,
    mostAtOnce: 0,

    async createReply(credentials, { text, inReplyTo }, maySend = () => true) {
      if (!maySend()) return { kind: 'notSent', reason: 'too late' }
      const userId = userOf(credentials)
      x.requests.push({ userId, text, inReplyTo, at: now() })
      const count = (underWay.get(userId) ?? 0) + 1
      underWay.set(userId, count)
      x.mostAtOnce = Math.max(x.mostAtOnce, count)
      try {
        const fate = x.fate({ userId, text, inReplyTo, count: x.requests.length })
        const isDuplicate = x.duplicateFilter && x.posts.some((post) => post.authorId === userId && post.sent === text)
        if (fate.posts && isDuplicate) return duplicate
        const id = fate.posts ? post(userId, text, inReplyTo) : undefined
        if (fate.takesMs !== undefined) await new Promise((resolve) => setTimeout(resolve, fate.takesMs))
        return fate.outcome ?? answer(201, { data: { id, text } })
      } finally {
        underWay.set(userId, (underWay.get(userId) ?? 1) - 1)
      }
    },

    async readPost(id) {
      throw new XError(`Could not find tweet with id: [${id}].`, 404)
    },

    async getPost(id) {
      if (x.readError) throw x.readError
      const found = x.posts.find((post) => post.id === id)
      if (!found) throw new XError(`Could not find tweet with id: [${id}].`, 404)
      return found
    },

    async getMe(credentials) {
      if (x.readError) throw x.readError
      return { id: userOf(credentials), username: `user${userOf(credentials)}` }
    },

    async getMentions() {
      return noMentions
    },

    async getUserPosts(_credentials, userId, since) {
      if (x.readError) throw x.readError
      const posts = x.posts.filter(
        (post) =>
          post.authorId === userId &&
          post.visibleAt <= now() &&
          Date.parse(post.createdAt) >= (since?.getTime() ?? 1000) - 1000,
      )
      return { posts, isWhole: true }
    },
  }

  const post = (userId: string, text: string, inReplyTo: string) => {
    const first = BigInt(now() - 1_288_834_974_657) << 22n
    lastId = first > lastId ? first : lastId + 1n
    const id = String(lastId)
    x.posts.push({
      id,
      text: `@author ${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}`,
      leadingMentions: [{ username: 'author', end: 7 }],
      sent: text,
      authorId: userId,
      authorUsername: `user${userId}`,
      authorName: `User ${userId}`,
      createdAt: new Date(now() - x.skewMs).toISOString(),
      visibleAt: now() + x.lagMs,
      inReplyTo,
    })
    return id
  }
  return x
}
