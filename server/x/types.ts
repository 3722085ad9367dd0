import type { Credentials } from '../../src/schemas/accounts'
import type { PostContext } from '../../src/schemas/postContext'
import type { Payer } from './ledger'
import type { Refusal } from './refusals'
import type { Standing } from './standing'

export interface XPost {
  id: string
  /** As written: X's HTML entities (`&amp;` `&lt;` `&gt;`) are undone once. A reply still begins with X's @mentions. */
  text: string
  authorId: string
  authorUsername: string
  authorName: string
  /** ISO 8601. */
  createdAt?: string
  /** The post it replies to; null if it replies to none, undefined if X did not load what tells it. */
  inReplyTo?: string | null
  /** X may have loaded no more than the beginning of the text. */
  isCut?: boolean
  /** The mentions that `text` begins with, by X's own entities, those that X puts before a reply among them. */
  leadingMentions?: LeadingMention[]
}

/** An account's own posts. */
export interface ListedPosts {
  posts: XPost[]
  /** Whether X left none of them out. */
  isWhole: boolean
}

export interface LeadingMention {
  username: string
  /** Where it ends in the text. */
  end: number
}

/** A post as its reader sees it. What X does not say of its author is left out. */
export interface ReadPost {
  id: string
  /** Whole, with links expanded, without the @mentions that X puts before a reply. */
  text: string
  authorId?: string
  authorUsername?: string
  authorName?: string
  /** ISO 8601. */
  createdAt?: string
  context: PostContext
  standing: Standing
}

/** A post of somebody else that concerns an account of ours. */
export interface ReceivedPost {
  id: string
  kind: 'mention' | 'reply' | 'quote'
  /** Whole, with links expanded, without the @mentions that X puts before a reply. */
  text: string
  authorId?: string
  authorUsername?: string
  authorName?: string
  /** ISO 8601. */
  createdAt?: string
}

/** Which mentions are asked for: those newer than `sinceId` or `since`, and older than `untilId`. */
export interface MentionsWindow {
  sinceId?: string | undefined
  since?: Date | undefined
  untilId?: string | undefined
}

export interface MentionsPage {
  /** Newest first; without the account's own posts, reposts, and those that name it only in X's own prefix. */
  posts: ReceivedPost[]
  /** Of all that X gave, passed over or not; undefined for an empty page. */
  newestId: string | undefined
  oldestId: string | undefined
  /** Whether X has older ones in the window. */
  hasMore: boolean
}

/** A status line came. */
export interface Answer {
  kind: 'answer'
  status: number
  headers: Record<string, string>
  body: unknown
  /** A whole JSON object or array came; otherwise `body` is text or missing. */
  bodyReadable: boolean
  /** The request bore a signature of OAuth 1.0a, which a wrong clock spoils. */
  isSigned?: boolean
}

/** What a request to X met, told apart by what it proves. */
export type XOutcome =
  | Answer
  /** No byte of the request left this machine: the connection never stood (DNS, refused, TLS, deadline). */
  | { kind: 'notSent'; reason: string }
  /** The connection stood, and no status line came back (deadline, reset, end of stream, not HTTP). */
  | { kind: 'lost'; reason: string }

/** An access token of OAuth 2.0. */
export interface Bearer {
  bearer: string
  /** Is told that X took it. */
  accepted(): Promise<void>
  /** Is told that X answered 401: another one is asked for the next time. */
  refused(): Promise<void>
}

/** What a request is made with: OAuth 1.0a keys or an OAuth 2.0 access token, and for whom it is made. */
export type Access = (Credentials | Bearer) & { payer?: Payer }

/** The app's own bearer token. */
export type AsApp = 'app' | { app: Payer }

export interface Me {
  id: string
  username: string
  /** `x-access-level`; X says it of OAuth 1.0a keys. */
  access?: string
  /** `None`, `Basic`, `Premium`, `PremiumPlus`. */
  subscription?: string
  isProtected?: boolean
}

/** Outbound X. Reads throw `XError`; the one write reports what it met and never retries. */
export interface XClient {
  /**
   * Deadline 30 s. Never retries, a redirect is an answer (3xx), rejects never.
   *
   * Where there is a ledger, nothing is sent that is not in it.
   *
   * @param maySend asked once the connection stands: false ends it as `notSent`, for a caller that was held up too long.
   */
  createReply(
    access: Access,
    reply: { text: string; inReplyTo: string; charge?: number },
    maySend?: () => boolean,
  ): Promise<XOutcome>
  /**
   * For a person to read: a repost gives its original, a changed post its newest version; what X leaves out is named in
   * the context. @throws XError
   */
  readPost(id: string, as: Access | AsApp): Promise<ReadPost>
  /** For telling a reply from other posts. The author's id and name are empty if X did not load them. @throws XError */
  getPost(id: string, as: Access | AsApp): Promise<XPost>
  /** @throws XError */
  getMe(access: Access): Promise<Me>
  /** All pages since then, at most 40 and for four deadlines; the newest hundred where it is undefined. @throws XError */
  getUserPosts(access: Access, userId: string, since: Date | undefined): Promise<ListedPosts>
  /** How far this machine's clock is ahead of X's, as the `date`s of its answers tell. */
  ahead(): Ahead
  /** One page, at most 100, each of which X bills. @throws XError */
  getMentions(access: Access, userId: string, window: MentionsWindow): Promise<MentionsPage>
}

/** Ms, 0 within two minutes, which an answer may take, or where it is behind. */
export interface Ahead {
  now: number
  /** At most in the life of this process, so that times that were written down then are still found. */
  atMost: number
}

/** A refused, lost or nonsensical read. `detail` is fit for an operator, X's own words where it said some. */
export class XError extends Error {
  constructor(
    readonly detail: string,
    /**
     * HTTP status of X's answer, undefined where none came, or where it says nothing of what was asked: it speaks of
     * this machine's wrong clock, or of the app.
     */
    readonly status?: number,
    /** Headers of X's answer. */
    readonly headers: Record<string, string> = {},
    /** Why X refused, where it did. */
    readonly refusal?: Refusal,
  ) {
    super(detail)
    this.name = 'XError'
  }
}
