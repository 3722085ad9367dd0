import type { Credentials } from '../../src/schemas/accounts/accounts'
import type { PostContext } from '../../src/schemas/composer/postContext'
import type { Audience } from './audience'
import type { Payer } from './ledger'
import type { Refusal } from './refusals'

export interface XPost {
  id: string
  /** As written: X's HTML entities (`&amp;` `&lt;` `&gt;`) are decoded once. A reply begins with X's @mentions. */
  text: string
  authorId: string
  authorUsername: string
  authorName: string
  /** ISO 8601. */
  createdAt?: string
  /** The post it replies to; null if it is not a reply, undefined if X did not load that. */
  inReplyTo?: string | null
  /** Whether the text may be only a beginning. */
  isCut?: boolean
  /** The mentions at the beginning of `text`, by X's entities, including those that X adds to a reply. */
  leadingMentions?: LeadingMention[]
}

/** An account's own posts. */
export interface ListedPosts {
  posts: XPost[]
  /** Whether the list contains all of them. */
  isWhole: boolean
}

export interface LeadingMention {
  username: string
  /** Its end in the text. */
  end: number
}

/** A post as readers see it. Unknown facts about the author are undefined. */
export interface ReadPost {
  id: string
  /** Complete, with full links, without the @mentions that X adds to a reply. */
  text: string
  authorId?: string
  authorUsername?: string
  authorName?: string
  /** ISO 8601. */
  createdAt?: string
  context: PostContext
  audience: Audience
}

/** A post of another account that concerns one of our accounts. */
export interface ReceivedPost {
  id: string
  kind: 'mention' | 'reply' | 'quote'
  /** Complete, with full links, without the @mentions that X adds to a reply. */
  text: string
  authorId?: string
  authorUsername?: string
  authorName?: string
  /** ISO 8601. */
  createdAt?: string
}

/** Requests mentions newer than `sinceId` or `since`, and older than `untilId`. */
export interface MentionsWindow {
  sinceId?: string | undefined
  since?: Date | undefined
  untilId?: string | undefined
}

export interface MentionsPage {
  /** Newest first; without the account's own posts, reposts, and posts that mention it only in X's own prefix. */
  posts: ReceivedPost[]
  /** The newest id of all posts on the page, including ignored ones; undefined for an empty page. */
  newestId: string | undefined
  oldestId: string | undefined
  /** Whether X has older mentions in the window. */
  hasMore: boolean
}

/** X's status line arrived. */
export interface Answer {
  kind: 'answer'
  status: number
  headers: Record<string, string>
  body: unknown
  /** Whether the body is a complete JSON object or array; otherwise `body` is text or undefined. */
  bodyReadable: boolean
  /** Whether the request had a signature of OAuth 1.0a, which a wrong clock makes invalid. */
  isSigned?: boolean
}

/** The outcome of a request to X, by what it proves. */
export type XOutcome =
  | Answer
  /** No byte of the request left this machine, because the connection failed (DNS, refused, TLS, deadline). */
  | { kind: 'notSent'; reason: string }
  /** The connection was open, and no status line came back (deadline, reset, end of stream, not HTTP). */
  | { kind: 'lost'; reason: string }

/** An access token of OAuth 2.0. */
export interface Bearer {
  bearer: string
  /** Called when X accepted the token. */
  accepted(): Promise<void>
  /** Called when X answered 401: the next request needs another token. */
  refused(): Promise<void>
}

/** The keys of a request, OAuth 1.0a or an OAuth 2.0 access token, and who pays for it. */
export type Access = (Credentials | Bearer) & { payer?: Payer }

/** The app's own bearer token. */
export type AsApp = 'app' | { app: Payer }

export interface Me {
  id: string
  username: string
  /** `x-access-level`, which X sends for OAuth 1.0a keys. */
  access?: string
  /** `None`, `Basic`, `Premium`, `PremiumPlus`. */
  subscription?: string
  isProtected?: boolean
}

/** Outgoing calls to X. Readings throw `XError`. The only write returns its outcome. Nothing is retried. */
export interface XClient {
  /**
   * Deadline 30 s. Never retries or rejects; a redirect is an answer (3xx).
   *
   * With a ledger, nothing is sent without a record.
   *
   * @param maySend called when the connection is open: false ends the call as `notSent`, for a caller that waited too
   * long.
   */
  createReply(
    access: Access,
    reply: { text: string; inReplyTo: string; charge?: number },
    maySend?: () => boolean,
  ): Promise<XOutcome>
  /**
   * For display: the original of a repost, the newest version of an edited post. The context names the parts that X
   * left out.
   *
   * @throws XError
   */
  readPost(id: string, as: Access | AsApp): Promise<ReadPost>
  /**
   * For recognising a reply. The author's id and name are empty if X did not load them.
   *
   * @throws XError
   */
  getPost(id: string, as: Access | AsApp): Promise<XPost>
  /** @throws XError */
  getMe(access: Access): Promise<Me>
  /**
   * Reads all pages since then, at most 40 and for at most four deadlines; the newest hundred posts if it is undefined.
   *
   * @param least the fewest posts that today's budget must cover; left out for a reading that no budget limits
   * @throws XError
   */
  getUserPosts(access: Access, userId: string, since: Date | undefined, least?: number): Promise<ListedPosts>
  /** How far this machine's clock is ahead of X's, by the `date` headers of its answers. */
  ahead(): Ahead
  /**
   * One page of at most 100 mentions, and X charges for each.
   *
   * @throws XError
   */
  getMentions(access: Access, userId: string, window: MentionsWindow): Promise<MentionsPage>
}

/** Ms; 0 within two minutes, which is the usual duration of an answer, or if the clock is behind. */
export interface Ahead {
  now: number
  /** The highest value since the start of this process, so that times stored back then are still found. */
  atMost: number
}

/** A refused, lost or nonsensical reading. `detail` is for an operator and contains X's own words, if any. */
export class XError extends Error {
  constructor(
    readonly detail: string,
    /**
     * HTTP status of X's answer; undefined if no answer came, or if the answer is about this machine's wrong clock or
     * about the app.
     */
    readonly status?: number,
    readonly headers: Record<string, string> = {},
    /** Why X refused. */
    readonly refusal?: Refusal,
  ) {
    super(detail)
    this.name = 'XError'
  }
}
