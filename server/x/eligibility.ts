import type { EligibilityVerdict } from '../../src/schemas/composer/eligibility'
import type { Audience, Person } from './audience'
import * as words from './words'

/** `summoned`: X's rule for self-serve apps since 2026-02-23. `open`: Enterprise and other exempt apps. */
export type ReplyRule = 'summoned' | 'open'

/** One of our accounts on X. */
export interface Candidate {
  /** With or without its @. */
  username: string
  /** Null until X has sent it. */
  xUserId: string | null
  /** X's decision about the account's last reply to the post through the API. */
  said?: SaidByX | undefined
}

export type SaidByX = Exclude<EligibilityVerdict, 'uncertain'>

export interface Judgement {
  verdict: EligibilityVerdict
  /** One plain sentence for the operator. */
  reason: string
}

/**
 * Whether X accepts an account's reply to a post through the API. Pure.
 *
 * X accepts a reply only if the post's author mentions the replying account in the text, or quotes one of its posts
 * (changelog of 2026-02-23). Own threads are exempt (X staff, 2026). A mention that X added usually counts (refused
 * 2026-04-10, accepted since May 2026). Reports differ about mentions deep in another author's thread. A mention counts
 * only for replies to the post that contains it. X's earlier decision about this account and this post has priority.
 */
export const mayAnswer = (post: Audience | undefined, account: Candidate, rule: ReplyRule): Judgement => {
  if (account.said === 'allowed') return allowed(words.hasAccepted)
  if (account.said === 'refused') return refused(words.hasRefused)
  if (post === undefined) return uncertain(words.mentionsUnknown)
  if (is(post.author, account)) return allowed(words.ownPost)
  const isMentioned = post.mentions?.some((each) => is(each, account)) ?? false
  const ground = rule === 'open' ? allowed(words.openRule) : summoned(post, account, isMentioned)
  // X: anyone mentioned can always reply.
  return isMentioned ? ground : withinSettings(ground, post, account)
}

/** True if the author mentioned or quoted the account, which lowers X's price (X documentation, pricing). */
export const isSummoned = (post: Audience | undefined, account: Candidate): boolean => {
  if (post === undefined || is(post.author, account)) return false
  const { mentions = [], quotes } = post
  return mentions.some((each) => is(each, account)) || (typeof quotes === 'object' && is(quotes, account))
}

/** The people who may get an individual verdict. All other accounts share one verdict. */
export const concerned = ({
  author,
  mentions = [],
  mayMention = [],
  implied = [],
  quotes,
  answers,
  thread,
}: Audience): Person[] => [
  author,
  ...mentions,
  ...mayMention,
  ...implied,
  ...[quotes, answers, thread].flatMap((each) => (each === undefined || each === 'unknown' ? [] : [each])),
]

const summoned = (post: Audience, account: Candidate, isMentioned: boolean): Judgement => {
  const { author, quotes, answers, thread } = post
  if (quotes !== undefined && quotes !== 'unknown' && is(quotes, account)) return allowed(words.quoted)
  if (isMentioned) {
    const isNear = thread !== undefined && (isSame(thread, author) || is(thread, account))
    if (isNear) return allowed(words.mentioned)
    return thread === undefined || isUnknown(thread, account) || isUnknown(author, account)
      ? uncertain(words.mentionedThreadUnknown)
      : uncertain(words.mentionedDeep)
  }
  if (quotes === 'unknown') return uncertain(words.quoteUnknown)
  if (answers !== undefined && is(answers, account)) {
    return uncertain(words.answersUnmentioned)
  }
  if (post.implied?.some((each) => is(each, account))) {
    return uncertain(words.handleAdded)
  }
  if (mayBeMentioned(post, account)) return uncertain(words.mentionsNotShown)
  const isHidden =
    post.notLoaded?.includes('answers') ||
    [author, quotes, answers].some((each) => each !== undefined && isUnknown(each, account))
  return isHidden ? uncertain(words.authorNotShown) : refused(words.notSummoned)
}

/** True if the person may be the account, because X did not load enough to decide. */
const isUnknown = ({ id, username }: Person, { xUserId }: Candidate): boolean =>
  username === undefined && (id === undefined || xUserId === null)

const mayBeMentioned = ({ mentions, mayMention = [], notLoaded }: Audience, account: Candidate): boolean =>
  mentions === undefined || notLoaded?.includes('text') === true || mayMention.some((each) => is(each, account))

const withinSettings = (ground: Judgement, post: Audience, account: Candidate): Judgement => {
  if (ground.verdict === 'refused') return ground
  switch (post.replySettings) {
    case undefined:
      return ground.verdict === 'allowed' ? uncertain(words.audienceNotShown) : ground
    case 'everyone':
      return ground
    case 'mentionedUsers':
      return mayBeMentioned(post, account) || isUnknown(post.author, account)
        ? uncertain(words.mentionedOnlyUnknown)
        : refused(words.mentionedOnly)
    case 'following':
      return uncertain(words.followedOnly)
    case 'subscribers':
      return uncertain(words.subscribersOnly)
    case 'verified':
      return uncertain(words.verifiedOnly)
    case 'other':
      return uncertain(words.audienceLimited)
  }
}

/** By id first, since usernames change hands; by username if an id is unknown. */
const is = (person: Person, { username, xUserId }: Candidate): boolean =>
  person.id !== undefined && xUserId !== null
    ? person.id === xUserId
    : person.username?.toLowerCase() === username.replace(/^@/, '').toLowerCase()

const isSame = (one: Person, two: Person): boolean =>
  one.id !== undefined && two.id !== undefined
    ? one.id === two.id
    : one.username !== undefined && one.username.toLowerCase() === two.username?.toLowerCase()

const allowed = (reason: string): Judgement => ({ verdict: 'allowed', reason })
const uncertain = (reason: string): Judgement => ({ verdict: 'uncertain', reason })
const refused = (reason: string): Judgement => ({ verdict: 'refused', reason })
