/** An answer's status, body and headers. */
export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

const plain = (status: number, title: string, detail: string): Answer => ({
  status,
  body: { title, type: 'about:blank', status, detail },
})

/** X's error answers, as its documentation, its emulator and public issue reports quote them. */
export const problems = {
  unauthorized: plain(401, 'Unauthorized', 'Unauthorized'),
  duplicate: plain(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.'),
  notPermitted: plain(403, 'Forbidden', 'You are not permitted to perform this action.'),
  notSummoned: plain(
    403,
    'Forbidden',
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  ),
  targetGone: plain(403, 'Forbidden', 'You attempted to reply to a Tweet that is deleted or not visible to you.'),
  readOnlyApp: {
    status: 403,
    body: {
      title: 'Forbidden',
      status: 403,
      type: 'https://api.twitter.com/2/problems/oauth1-permissions',
      detail: 'Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.',
    },
  },
  clientForbidden: {
    status: 403,
    body: {
      title: 'Client Forbidden',
      type: 'https://api.twitter.com/2/problems/client-forbidden',
      required_enrollment: 'Appropriate Level of API Access',
      reason: 'client-not-enrolled',
      client_id: '1',
      detail:
        'When authenticating requests to the Twitter API v2 endpoints, you must use keys and tokens from a Twitter developer App that is attached to a Project.',
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
  creditsDepleted: {
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
  rateLimit: plain(429, 'Too Many Requests', 'Too Many Requests'),
  tooLong: plain(
    400,
    'Invalid Request',
    'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.',
  ),
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

/** @param value as it was given; X repeats it. */
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
