import * as z from 'zod/mini'
import { id, optionalText } from './base'
import { afterId, type Call, call, numericId, pageLimit } from './call'

/** How a journey to X's consent page ended. */
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
  /** Null while X has not sent the browser back. */
  outcome: z.nullable(z.enum(consentOutcomes)),
  /** Whom X named, with its @; null where it named nobody. */
  username: z.nullable(z.string()),
  /** What X said, in words for the operator. */
  detail: z.nullable(z.string()),
})

export type Consent = z.infer<typeof consent>

const movable = z.object({ id, username: z.string() })
export type Movable = z.infer<typeof movable>

export const connection = z.object({
  /** Why nobody can connect by consent now; null where it can be done. */
  unavailable: z.nullable(z.string()),
  /** The callback address as X has to know it, letter by letter. */
  callback: z.string(),
  /**
   * Different consumer keys among all accounts with OAuth 1.0a keys: X wants one app for one use. Counted for the page
   * without a cursor, 0 on others.
   */
  consumer_keys: z.number(),
  /** A page of the accounts that have OAuth 1.0a keys and no OAuth 2.0 pair. */
  movable: z.array(movable),
  /** The cursor of the next page; null where this is the last one. */
  next: z.nullable(id),
})
export type Connection = z.infer<typeof connection>

export const moved = z.object({
  moved: z.boolean(),
  /** Why X did not exchange the keys; null where it did. */
  detail: z.nullable(z.string()),
})

export type Moved = z.infer<typeof moved>

/** What became of one account; `detail` says why it was not moved. */
export interface MoveResult extends Movable {
  detail: string | null
}

export const consentBody = z.strictObject({
  /** The account to connect again; left out for whichever one consents. */
  account_id: z.optional(id),
  /** A group's name for an account that is new here; empty for none. */
  group: optionalText(100),
})

/** The calls of connecting by OAuth 2.0; X's own answer comes to `GET /x/callback`. */
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
