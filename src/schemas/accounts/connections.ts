import * as z from 'zod/mini'
import { id, optionalText } from '../base'
import { afterId, type Call, call, numericId, pageLimit } from '../call'

export const consentOutcomes = [
  'connected',
  'renewed',
  'denied',
  'late',
  'other_account',
  'read_only',
  'refused',
  'failed',
] as const
export type ConsentOutcome = (typeof consentOutcomes)[number]

export const consent = z.object({
  /** Null until X has sent the browser back. */
  outcome: z.nullable(z.enum(consentOutcomes)),
  /** With its @; null if X named nobody. */
  username: z.nullable(z.string()),
  /** X's reason, for the operator. */
  detail: z.nullable(z.string()),
})

export type Consent = z.infer<typeof consent>

const movable = z.object({ id, username: z.string() })
export type Movable = z.infer<typeof movable>

export const connection = z.object({
  /** The reason why connecting is not possible now; null if it is. */
  unavailable: z.nullable(z.string()),
  /** The callback address exactly as it must be registered with X. */
  callback: z.string(),
  /**
   * The number of different consumer keys among accounts with OAuth 1.0a keys, because X wants one app per use. Counted
   * only for the page without a cursor, otherwise 0.
   */
  consumer_keys: z.number(),
  /** Accounts that have OAuth 1.0a keys and no OAuth 2.0 pair. */
  movable: z.array(movable),
  /** Null on the last page. */
  next: z.nullable(id),
})
export type Connection = z.infer<typeof connection>

export const moved = z.object({
  moved: z.boolean(),
  /** The reason why X did not exchange the keys; null if X did. */
  detail: z.nullable(z.string()),
})

export const consentBody = z.strictObject({
  /** The account to connect again. Without it, any account may be connected. */
  account_id: z.optional(id),
  /** The group for a new account; empty for none. */
  group: optionalText(100),
})

/** X's redirect goes to `GET /x/callback` and is no call of the contract. */
export const connectionCalls = {
  getConnection: call({
    method: 'GET',
    path: '/x/connection',
    auth: true,
    query: z.strictObject({ limit: pageLimit, cursor: z.optional(afterId) }),
    status: 200,
    answer: connection,
    reads: 'required',
  }),
  startConsent: call({
    method: 'POST',
    path: '/x/consents',
    auth: true,
    body: consentBody,
    status: 201,
    answer: z.object({ authorize_url: z.string() }),
    reads: 'required',
  }),
  getConsent: call({
    method: 'GET',
    path: '/x/consents/{consentId}',
    auth: true,
    params: z.strictObject({ consentId: z.string().check(z.regex(/^[\w-]{16}$/, 'must be an id')) }),
    status: 200,
    answer: consent,
    reads: 'required',
  }),
  moveAccount: call({
    method: 'POST',
    path: '/twitter/accounts/{accountId}/move',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    status: 200,
    answer: moved,
    reads: 'required',
  }),
} satisfies Record<string, Call>
