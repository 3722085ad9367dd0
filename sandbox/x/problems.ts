import { z } from 'zod'

export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

const plain = (status: number, title: string, detail: string, headers?: Record<string, string>): Answer => ({
  status,
  body: { title, type: 'about:blank', status, detail },
  ...(headers ? { headers } : {}),
})

const forbidden = (detail: string): Answer => plain(403, 'Forbidden', detail)

/** Some answers only have a code and a message, like those of API 1.1. */
const coded = (code: number, message: string): Answer => ({ status: 403, body: { errors: [{ code, message }] } })

const tooLongText =
  'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.'

/** X's error answers, as its documentation, its emulator and public issue reports quote them. */
export const problems = {
  unauthorized: plain(401, 'Unauthorized', 'Unauthorized'),
  duplicate: forbidden('You are not allowed to create a Tweet with duplicate content.'),
  notPermitted: forbidden('You are not permitted to perform this action.'),
  notSummoned: forbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  ),
  /** The sentence and the type since July 2026, for replies and quotes. */
  notSummonedSinceJuly: {
    status: 403,
    body: {
      title: 'Authorization Error',
      detail: 'You can only reply to or quote posts where you are mentioned or are the author.',
      type: 'https://api.twitter.com/2/problems/not-authorized-for-resource',
      status: 403,
    },
  },
  // Invented: X may change its sentences at any time.
  inNewWords: {
    status: 403,
    body: {
      title: 'Not Eligible',
      detail: 'Posts of this kind accept answers from people whom they address.',
      type: 'https://api.x.com/2/problems/not-eligible',
      status: 403,
    },
  },
  quoteNotAllowed: forbidden(
    'Quoting this post is not allowed because you have not been mentioned or are not part of the conversation thread of the post you are quoting.',
  ),
  mentionsNotAllowed: forbidden('Creating posts with @mentions is not allowed for your access package.'),
  authorLimits: coded(433, 'The original Tweet author restricted who can reply to this Tweet.'),
  targetGone: forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.'),
  twoCashtags: forbidden('Posts are limited to a maximum of one cashtag.'),
  featureForbidden: forbidden('Your account is not permitted to access this feature.'),
  videoTooLong: forbidden('This user is not allowed to post a video longer than 2 minutes'),
  suspended: {
    status: 403,
    body: {
      title: 'Forbidden',
      type: 'https://api.twitter.com/2/problems/user-suspended',
      status: 403,
      detail: 'Your account is suspended and is not permitted to access this feature.',
    },
  },
  suspendedByCode: coded(64, 'Your account is suspended and is not permitted to access this feature.'),
  locked: coded(
    326,
    'To protect our users from spam and other malicious activity, this account is temporarily locked. Please log in to https://twitter.com to unlock your account.',
  ),
  looksAutomated: coded(
    226,
    "This request looks like it might be automated. To protect our users from spam and other malicious activity, we can't complete this action right now. Please try again later.",
  ),
  dailyLimit: coded(
    344,
    'You have reached your daily limit for sending Tweets and messages. Please wait a few minutes and try again.',
  ),
  duplicateByCode: coded(187, 'Status is a duplicate.'),
  blockedByAuthor: coded(136, 'You have been blocked from the author of this tweet.'),
  readOnlyApp: {
    status: 403,
    headers: { 'x-access-level': 'read' },
    body: {
      title: 'Forbidden',
      status: 403,
      type: 'https://api.x.com/2/problems/oauth1-permissions',
      detail: 'Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.',
    },
  },
  notPermittedReadOnly: plain(403, 'Forbidden', 'You are not permitted to perform this action.', {
    'x-access-level': 'read',
  }),
  clientForbidden: {
    status: 403,
    body: {
      client_id: '123',
      detail:
        'When authenticating requests to the Twitter API v2 endpoints, you must use keys and tokens from a Twitter developer App that is attached to a Project. You can create a project via the developer portal.',
      registration_url: 'https://developer.twitter.com/en/docs/projects/overview',
      title: 'Client Forbidden',
      required_enrollment: 'Appropriate Level of API Access',
      reason: 'client-not-enrolled',
      type: 'https://api.twitter.com/2/problems/client-forbidden',
    },
  },
  unsupportedAuth: {
    status: 403,
    body: {
      title: 'Unsupported Authentication',
      status: 403,
      type: 'https://api.twitter.com/2/problems/unsupported-authentication',
      detail:
        'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint. Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
    },
  },
  unknownAuth: {
    status: 403,
    body: {
      title: 'Unsupported Authentication',
      status: 403,
      type: 'https://api.twitter.com/2/problems/unsupported-authentication',
      detail:
        'Authenticating with Unknown is forbidden for this endpoint. Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
    },
  },
  userNotEnrolled: {
    status: 403,
    body: {
      type: 'https://api.x.com/2/problems/client-forbidden',
      title: 'Client Forbidden',
      detail:
        'This request is billed to the authenticated user. Create a developer account at the Developer Console and enroll it in Pay-per-use.',
      reason: 'user-not-enrolled',
      registration_url: 'https://console.x.com',
    },
  },
  creditsDepleted: {
    status: 402,
    body: {
      detail: 'credits depleted',
      status: 402,
      title: 'Payment Required',
      type: 'https://api.x.com/2/problems/credits-depleted',
    },
  },
  creditsDepletedOlder: {
    status: 402,
    body: {
      account_id: 1,
      title: 'CreditsDepleted',
      detail: 'credits depleted',
      type: 'https://api.twitter.com/2/problems/credits',
    },
  },
  usageCap: {
    status: 429,
    body: {
      title: 'UsageCapExceeded',
      period: 'Monthly',
      scope: 'Product',
      account_id: 1,
      product_name: 'standard-basic',
      detail: 'Usage cap exceeded: Monthly product cap',
      type: 'https://api.twitter.com/2/problems/usage-capped',
    },
  },
  // Only the name of this problem is known; no public source quotes its body.
  spendCap: plain(403, 'SpendCapReached', 'SpendCapReached'),
  // X's pricing page names this problem; no public source quotes its body.
  spendingLimit: forbidden('Your app has reached its spending limit for this billing cycle.'),
  rateLimit: plain(429, 'Too Many Requests', 'Too Many Requests'),
  rateLimitByCode: { status: 429, body: { errors: [{ code: 88, message: 'Rate limit exceeded' }] } },
  tooLong: {
    status: 400,
    body: {
      errors: [{ message: tooLongText }],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.twitter.com/2/problems/invalid-request',
    },
  },
  tooLongForbidden: forbidden(tooLongText),
  requestTimeout: plain(408, 'Request Timeout', 'Request Timeout'),
  conflict: plain(409, 'Conflict', 'Conflict'),
  payloadTooLarge: plain(413, 'Payload Too Large', 'Payload Too Large'),
  unsupportedMediaType: plain(415, 'Unsupported Media Type', 'Unsupported Media Type'),
  unprocessable: plain(422, 'Unprocessable Entity', 'Unprocessable Entity'),
  internal: plain(500, 'Internal Server Error', 'Internal Server Error'),
  badGateway: plain(502, 'Bad Gateway', 'Bad Gateway'),
  unavailable: plain(503, 'Service Unavailable', 'Service Unavailable'),
  gatewayTimeout: plain(504, 'Gateway Timeout', 'Gateway Timeout'),
} satisfies Record<string, Answer>

export type ProblemName = keyof typeof problems

/** X changes its words without notice: sentences for the same refusal over the years, and an invented one. */
export const wordings = {
  '2021': { notSummoned: problems.authorLimits, duplicate: problems.duplicateByCode },
  '2026-04': { notSummoned: problems.notSummoned, duplicate: problems.duplicate },
  '2026-07': { notSummoned: problems.notSummonedSinceJuly, duplicate: problems.duplicate },
  new: { notSummoned: problems.inNewWords, duplicate: problems.duplicate },
} satisfies Record<string, Record<'notSummoned' | 'duplicate', Answer>>

export type Wording = keyof typeof wordings
export const wordingNames = Object.keys(wordings) as [Wording, ...Wording[]]

export const notFound = (kind: 'tweet' | 'user', id: string): Answer => ({
  status: 404,
  body: {
    title: 'Not Found Error',
    type: 'https://api.x.com/2/problems/resource-not-found',
    resource_type: kind,
    resource_id: id,
    parameter: 'id',
    detail: `Could not find ${kind} with id: [${id}].`,
  },
})

export const unknownRoute: Answer = plain(404, 'Not Found', 'Not Found')

/** @param value unchanged; X repeats it. */
export const invalid = (parameter: string, value: string): Answer => ({
  status: 400,
  body: {
    errors: [
      {
        parameters: { [parameter]: [value] },
        message: `The \`${parameter}\` query parameter value [${value}] is not valid`,
      },
    ],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'https://api.twitter.com/2/problems/invalid-request',
  },
})

/**
 * The same refusal in another of X's forms: `detail` a problem of version 2, `errors` its words only in
 * `errors[].message`, `code` with the code of API 1.1 beside other words.
 */
export const inForm = (answer: Answer, form: 'detail' | 'errors' | 'code'): Answer => {
  const words = wordsIn(answer.body)
  const code = codes.find(([pattern]) => pattern.test(words))?.[1]
  if (form === 'detail') return { ...plain(answer.status, 'Forbidden', words), ...headersOf(answer) }
  if (form === 'errors') return { ...answer, body: { errors: [{ message: words }] } }
  return code === undefined ? answer : { ...answer, body: { errors: [{ code, message: 'Sorry, that did not work.' }] } }
}

const headersOf = ({ headers }: Answer) => (headers ? { headers } : {})

const spoken = z.looseObject({
  detail: z.string().optional(),
  errors: z.array(z.looseObject({ message: z.string().optional() })).optional(),
})

const codes: [words: RegExp, code: number][] = [
  [/is suspended/, 64],
  [/blocked from the author/, 136],
  [/duplicate/, 187],
  [/might be automated/, 226],
  [/oauth1 app permissions/, 261],
  [/temporarily locked/, 326],
  [/daily limit/, 344],
  [/deleted or not visible/, 385],
  [/restricted who can reply/, 433],
]

const wordsIn = (body: unknown): string => {
  const { detail, errors } = spoken.parse(body)
  return errors?.[0]?.message ?? detail ?? ''
}
