import type { EligibilityVerdict } from '../../src/schemas/eligibility'
import type { Person, Standing } from './standing'

/** `summoned`: X's rule for self-serve apps since 2026-02-23. `open`: Enterprise and other exempt apps. */
export type ReplyRule = 'summoned' | 'open'

/** An account of ours on X. */
export interface Candidate {
  /** With or without its @. */
  username: string
  /** Null until X said it. */
  xUserId: string | null
  /** What X did with its last reply to the post through the API, where it was asked. */
  said?: SaidByX | undefined
}

export type SaidByX = Exclude<EligibilityVerdict, 'uncertain'>

export interface Judgement {
  verdict: EligibilityVerdict
  /** One plain sentence for the operator. */
  reason: string
}

/**
 * Whether X lets an account answer a post through the API. Pure.
 *
 * X: a reply is taken only where the post's author mentions the replying account in the text, or quotes one of its posts
 * (changelog of 2026-02-23); own threads are exempt (X staff, 2026). Reports differ about replies to a mention that X
 * put there itself (refused 2026-04-10, taken 2026-05-12) and about mentions deep in another author's thread. What X
 * itself said of this account and this post is worth more than all of that.
 */
export const mayAnswer = (post: Standing | undefined, account: Candidate, rule: ReplyRule): Judgement => {
  if (account.said === 'allowed') return allowed('X has taken a reply of this account to this post.')
  if (account.said === 'refused') return refused('X has refused a reply of this account to this post.')
  if (post === undefined) return uncertain('It is not known whom this post mentions: get its content again.')
  if (is(post.author, account)) return allowed('It is its own post.')
  const isMentioned = post.mentions?.some((each) => is(each, account)) ?? false
  const ground = rule === 'open' ? allowed('This app may answer any post.') : summoned(post, account, isMentioned)
  // X: anyone mentioned can always reply.
  return isMentioned ? ground : withinSettings(ground, post.replySettings)
}

/** Whether its author named the account or quoted it, which X charges less for (X documentation, pricing). */
export const isSummoned = (post: Standing | undefined, account: Candidate): boolean => {
  if (post === undefined || is(post.author, account)) return false
  const { mentions = [], quotes } = post
  return mentions.some((each) => is(each, account)) || (typeof quotes === 'object' && is(quotes, account))
}

/** Everybody whom a verdict may tell from the others: accounts that are none of them share one verdict. */
export const concerned = ({ author, mentions = [], quotes, answers, thread }: Standing): Person[] => [
  author,
  ...mentions,
  ...[quotes, answers, thread].flatMap((each) => (each === undefined || each === 'unknown' ? [] : [each])),
]

const summoned = (post: Standing, account: Candidate, isMentioned: boolean): Judgement => {
  if (isMentioned) {
    const isNear = post.thread !== undefined && (isSame(post.thread, post.author) || is(post.thread, account))
    return isNear
      ? allowed('The post mentions it.')
      : uncertain("The post mentions it in somebody else's thread: X has refused such replies.")
  }
  if (post.quotes === 'unknown') return uncertain('X does not show whose post is quoted.')
  if (post.quotes !== undefined && is(post.quotes, account)) return allowed('The post quotes it.')
  if (post.answers !== undefined && is(post.answers, account)) {
    return uncertain('The post answers it without mentioning it in the text: X takes some of these replies.')
  }
  if (post.mentions === undefined) return uncertain('X did not say whom this post mentions.')
  return refused('The post neither mentions nor quotes it.')
}

const withinSettings = (ground: Judgement, settings: Standing['replySettings']): Judgement => {
  if (ground.verdict === 'refused') return ground
  switch (settings) {
    case undefined:
    case 'everyone':
      return ground
    case 'mentionedUsers':
      return refused('Its author lets only mentioned accounts answer.')
    case 'following':
      return uncertain('Its author lets only accounts answer that they follow.')
    case 'subscribers':
      return uncertain('Its author lets only subscribers answer.')
    case 'verified':
      return uncertain('Its author lets only verified accounts answer.')
    case 'other':
      return uncertain('Its author limits who may answer.')
  }
}

/** By id first, since usernames change hands; by username where X did not say both ids. */
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
