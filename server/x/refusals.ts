import { problemsIn, sentence } from './problems'
import * as xWords from './words'

/** The subject of a refusal, which decides what stops. */
export type Concern =
  /** Only this request. */
  | 'item'
  /** Only this request, and X may accept it the next time. */
  | 'moment'
  /** Everything of this account, until the operator acts. */
  | 'account'
  /** Everything of this account, for a while. */
  | 'pace'
  /** Everything of every account of this app, for a while. */
  | 'app'

interface RefusalRow {
  concerns: Concern
  /** Matches X's name of the problem: the last part of `type`, or `reason`. X changes these only with a new version. */
  types?: RegExp
  /**
   * Matches a `detail`, `message` or `title`, which X changes at any time. Patterns that stop an account include the
   * subject of the sentence.
   */
  words?: Pick<RegExp, 'test'>
  /** Numbers in `errors[].code` of X's API 1.1, which version 2 still sends sometimes. */
  codes?: readonly number[]
  /** The operator's next step, in plain words. */
  nextStep: string
  /** Whether a person can still post it on X's site. */
  canBeManual?: true
  /** True if posting manually is the only way left: the API would refuse any other text and any later try. */
  becomesManual?: true
  /** Whether X refuses every reply of this account to this post. */
  deniesReply?: true
  /** Whether X may accept another text. */
  byText?: true
  /** X's words are about one reply, but mean the account if X repeats them for different posts. */
  repeatsForAccount?: true
  /** The stored name: a server of the previous version reads no other. */
  storedAs?: 'other' | 'featureForbidden' | 'wrongAuthentication'
}

const subject = /\b(?:credits?|spend(?:ing)?|billing|billed|payments?|prepaid|invoices?|balance|usage|quota)\b/
const shortage =
  /\b(?:limit(?:s|ed)?|cap(?:s|ped)?|quota|exceed(?:s|ed)?|reached|hit|deplet(?:ed|ion)|exhausted|insufficient|enough|used up|r[au]n out|out of|no|none|zero|low|negative|empty|left|remaining|past due|overdue|unpaid|required|suspended|blocked|disabled|expired|declined|failed|top up|add|buy)\b/
const aboutReplies = /\b(?:authors?|mention(?:s|ed)?|conversation|repl(?:y|ies) to|quot(?:e|ed|ing))\b/

/** The app's debts or spending limits in any words: `SpendCapReached`, "You have reached your spending limit". */
const moneyOfApp = {
  test: (words: string): boolean => {
    const plain = words
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[-_]/g, ' ')
      .toLowerCase()
    return subject.test(plain) && shortage.test(plain) && !aboutReplies.test(plain)
  },
}

/**
 * Every known reason for which X refuses a reply. X's types have priority over its codes, and its codes over its words;
 * the first matching row decides. Texts and codes are X's own, as quoted in public: error bodies of
 * plhery/node-twitter-api-v2#366, #469, #493, akrherz/iembot#163, mahrtayyab/tweety#280 and gitroomhq/postiz-app
 * (x.provider.ts, 2026-08); codes of X's "Response codes" page.
 */
const table = {
  duplicate: {
    concerns: 'item',
    words:
      /\bduplicates?\b|already (?:said|posted|tweeted) (?:that|this)\b|^you are not allowed to create a (?:tweet|post)\.?$/i,
    codes: [187],
    nextStep: xWords.duplicate,
    byText: true,
  },
  suspended: {
    concerns: 'account',
    types: /^user-suspended$/,
    words: /^your account (?:is|has been) suspended\b/i,
    codes: [64],
    nextStep: xWords.suspended,
  },
  locked: {
    concerns: 'account',
    words: /(?:^|, )(?:your|this) account (?:is|has been) temporarily locked\b/i,
    codes: [326],
    nextStep: xWords.locked,
  },
  looksAutomated: {
    concerns: 'pace',
    words: /looks like it might be automated/i,
    codes: [226],
    nextStep: xWords.looksAutomated,
  },
  dailyLimit: {
    concerns: 'pace',
    words: /daily limit for sending|daily status update limit/i,
    codes: [185, 344],
    nextStep: xWords.resumes,
  },
  userNotEnrolled: {
    concerns: 'account',
    types: /^user-not-enrolled$/,
    words: /^this request is billed to the authenticated user\b/i,
    nextStep: xWords.notEnrolled,
    storedAs: 'featureForbidden',
  },
  appStopped: {
    concerns: 'app',
    types: /^client-(?:forbidden|not-enrolled)$|usage|spend|credit|billing|payment/,
    words: {
      test: (words) =>
        /\bapp that is attached to a project\b|^client forbidden$/i.test(words) || moneyOfApp.test(words),
    },
    nextStep: xWords.appStopped,
  },
  readOnly: {
    concerns: 'account',
    types: /^oauth1-permissions$/,
    words: /^your client app is not configured with the appropriate oauth1 app permissions\b/i,
    codes: [261],
    nextStep: xWords.readOnly,
  },
  featureForbidden: {
    concerns: 'account',
    words: /^your account is not permitted to access this feature\b/i,
    nextStep: xWords.featureForbidden,
  },
  authenticationUnknown: {
    concerns: 'moment',
    words: /^authenticating with unknown\b/i,
    nextStep: xWords.resumes,
    storedAs: 'wrongAuthentication',
  },
  wrongAuthentication: {
    concerns: 'item',
    types: /^unsupported-authentication$/,
    words: /^authenticating with\b|^unsupported authentication$/i,
    nextStep: xWords.wrongTokens,
    canBeManual: true,
    repeatsForAccount: true,
  },
  quoteNotAllowed: {
    concerns: 'item',
    words: /quoting this post is not allowed/i,
    nextStep: xWords.quoteNotAllowed,
    canBeManual: true,
    byText: true,
  },
  mentionsNotAllowed: {
    concerns: 'item',
    words: /creating posts with @mentions is not allowed/i,
    nextStep: xWords.mentionsNotAllowed,
    canBeManual: true,
    byText: true,
  },
  authorLimits: {
    concerns: 'item',
    words: /restricted who can reply/i,
    codes: [433],
    nextStep: xWords.authorLimits,
    canBeManual: true,
    deniesReply: true,
  },
  notSummoned: {
    concerns: 'item',
    words: /not been mentioned or otherwise engaged|^you can only reply to or quote posts where you are mentioned\b/i,
    nextStep: xWords.notSummonedNext,
    canBeManual: true,
    becomesManual: true,
    deniesReply: true,
  },
  cashtags: {
    concerns: 'item',
    words: /maximum of one cashtag/i,
    nextStep: xWords.cashtags,
    canBeManual: true,
    byText: true,
  },
  targetGone: {
    concerns: 'item',
    words: /deleted or not visible to you|could not find tweet/i,
    codes: [385],
    nextStep: xWords.targetGone,
  },
  blockedByAuthor: {
    concerns: 'item',
    words: /blocked from the author/i,
    codes: [136],
    nextStep: xWords.blockedByAuthor,
  },
  video: {
    concerns: 'item',
    words: /post a video longer|video duration exceeded/i,
    nextStep: xWords.video,
  },
  tooLong: {
    concerns: 'item',
    words: /text is too long|needs to be a bit shorter/i,
    codes: [186],
    nextStep: xWords.tooLong,
    byText: true,
  },
  notPermitted: {
    concerns: 'item',
    words: /not permitted to perform this action/i,
    nextStep: xWords.notPermitted,
    canBeManual: true,
    repeatsForAccount: true,
    byText: true,
  },
  unauthorized: {
    concerns: 'account',
    nextStep: xWords.enterKeys,
  },
  connectAgain: {
    concerns: 'account',
    nextStep: xWords.connectAgain,
  },
  mayOnlyRead: {
    concerns: 'account',
    nextStep: xWords.letAppPost,
  },
  appRefused: {
    concerns: 'app',
    nextStep: xWords.appRefused,
  },
  ownAppRefused: {
    concerns: 'pace',
    nextStep: xWords.ownAppRefused,
  },
  rateLimited: { concerns: 'pace', nextStep: xWords.resumes },
  invalid: { concerns: 'item', nextStep: xWords.editOrManual, canBeManual: true, byText: true },
  /** Words that this version does not know. */
  other: {
    concerns: 'item',
    nextStep: xWords.unknownRefusal,
    canBeManual: true,
    becomesManual: true,
    deniesReply: true,
  },
  unreadable: { concerns: 'item', nextStep: xWords.postManually, canBeManual: true, storedAs: 'other' },
} satisfies Record<string, RefusalRow>

export type Refusal = keyof typeof table

const rows: Record<Refusal, RefusalRow> = table
const names = Object.keys(table) as Refusal[]

/** Refusals (403) that X sends for any text of this account to this post, by its rule about replies. */
export const repliesDenied = names.filter((name) => rows[name].deniesReply)

export const deniesReply = (refusal: Refusal | null, status: number | null): boolean =>
  status === 403 && refusal !== null && rows[refusal].deniesReply === true

export const storedName = (refusal: Refusal): Refusal => rows[refusal].storedAs ?? refusal

/** X's words and the operator's next step. */
export const explanationOf = ({ detail, nextStep }: { detail: string; nextStep: string }): string =>
  `${sentence(detail)} ${nextStep}`

export const refusalRow = (refusal: Refusal): RefusalRow => rows[refusal]

/** As `toldOf`, for a refusal with these words. */
export const explanationOfRefusal = (refusal: Refusal, detail: string): string =>
  explanationOf({ detail, nextStep: rows[refusal].nextStep })

/** True if X refuses the account itself, until the operator acts. */
export const concernsAccount = (refusal: Refusal | null | undefined): boolean =>
  Boolean(refusal && rows[refusal].concerns === 'account')

/** Whether X refuses the account or its keys. A 401 may be a fault of X. */
export const refusesAccount = ({ status, refusal }: { status?: number; refusal?: Refusal }): boolean =>
  status === 401 || concernsAccount(refusal)

/** True if the refusal is about the app, the pace or the moment, and ends without the operator. */
export const isPassing = (refusal: Refusal | undefined): boolean =>
  refusal !== undefined && ['app', 'pace', 'moment'].includes(rows[refusal].concerns)

/** Statuses that prove that nothing was posted, for answers without known words. */
const byStatus: Record<number, Refusal> = {
  400: 'invalid',
  401: 'unauthorized',
  402: 'appStopped',
  403: 'other',
  404: 'unreadable',
  413: 'invalid',
  415: 'invalid',
  422: 'invalid',
  429: 'rateLimited',
}

/** After these statuses, X may have posted the reply. */
const ambiguous = [408, 409]

const fallbackOf = (status: number, body: unknown): Refusal | undefined => {
  const fallback = byStatus[status]
  if (fallback !== undefined && fallback !== 'unreadable') return fallback
  if (typeof body !== 'object' || body === null) return fallback
  return status >= 400 && status < 500 && !ambiguous.includes(status) ? 'other' : undefined
}

/** Types about a single resource or request, with any words. */
const ofThisRequest = /^(?:not-authorized-for-resource|resource-not-found|invalid-request)$/

/**
 * Why X refused: by its types, then its codes, then its words, else by the status. Pure.
 *
 * @param headers with names in lower case.
 * @returns undefined for a status that is not a refusal by the API.
 */
export const refusalOf = (status: number, body: unknown, headers: Record<string, string>): Refusal | undefined => {
  const fallback = fallbackOf(status, body)
  if (fallback === undefined) return undefined
  const { types } = saidIn(body)
  const named = namedIn(body)
  if (status === 402) return named === 'userNotEnrolled' ? named : 'appStopped'
  if (named === 'notPermitted' && headers['x-access-level'] === 'read') return 'readOnly'
  if (named === undefined) return fallback
  return rows[named].concerns !== 'item' && types.some((type) => ofThisRequest.test(type)) ? fallback : named
}

/** Whether the table contains X's words or code. A known type does not make a sentence known. */
export const knowsWords = (body: unknown): boolean => {
  const { codes, words } = saidIn(body)
  return byCodes(codes) !== undefined || byWords(words) !== undefined
}

const namedIn = (body: unknown): Refusal | undefined => {
  const { types, codes, words } = saidIn(body)
  const byType = names.find((name) => types.some((type) => rows[name].types?.test(type)))
  // One type has two meanings: tokens of the wrong type, and tokens that X temporarily does not recognise.
  if (byType === 'wrongAuthentication') return byWords(words) ?? byType
  return byType ?? byCodes(codes) ?? byWords(words)
}

const byCodes = (codes: number[]) => names.find((name) => rows[name].codes?.some((code) => codes.includes(code)))
const byWords = (words: string[]) => names.find((name) => words.some((each) => rows[name].words?.test(each)))

const saidIn = (body: unknown): { types: string[]; codes: number[]; words: string[] } => {
  const problems = problemsIn(body)
  const given = (parts: (string | undefined)[]) => parts.filter((part) => part !== undefined)
  return {
    types: given(problems.flatMap(({ type, reason }) => [type?.split('/').at(-1), reason])),
    codes: problems.flatMap(({ code }) => code ?? []),
    words: given(problems.flatMap(({ detail, message, title }) => [detail, message, title])),
  }
}
