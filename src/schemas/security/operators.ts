import * as z from 'zod/mini'
import { id, nothing, timestamp } from '../base'
import { type Call, call, numericId } from '../call'
import { newPassword, passwordText } from '../session/auth'

const identity = z.object({ id, email: z.string(), username: z.string(), is_admin: z.boolean() })

export const me = z.object({
  ...identity.shape,
  /** Shown until the operator dismisses it: as the first operator they became the administrator. */
  notice: z.optional(z.literal('becameAdministrator')),
  /** Until this operator sets up a second factor, the server refuses everything else. */
  must_enrol: z.optional(z.literal(true)),
})

export type Me = z.infer<typeof me>

/** As administrators see an operator. */
export const operator = z.object({
  ...identity.shape,
  created_at: timestamp,
  disabled_at: z.nullable(timestamp),
  /** The latest use of any of their sessions; null if they have none. */
  last_used_at: z.nullable(timestamp),
  /** Missing if the server has no second factors. */
  has_second_factor: z.optional(z.boolean()),
})
export type OperatorEntry = z.infer<typeof operator>

export const session = z.object({
  id,
  created_at: timestamp,
  last_used_at: timestamp,
  /** Null for sessions of earlier versions. */
  address: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** True for the session of the request. */
  current: z.boolean(),
})
export type SessionEntry = z.infer<typeof session>

const grantPurpose = z.enum(['invitation', 'setup', 'reset', 'apiToken'])
export type GrantPurpose = z.infer<typeof grantPurpose>

/** A one-time link or an API token. */
export const grant = z.object({
  id,
  purpose: grantPurpose,
  /** Only API tokens have a name. */
  name: z.nullable(z.string()),
  /** The operator whose password the link sets or whose data the token reads; null for an invitation. */
  email: z.nullable(z.string()),
  /** Null for the command line and the server itself. */
  issued_by: z.nullable(z.string()),
  created_at: timestamp,
  expires_at: timestamp,
})
export type Grant = z.infer<typeof grant>

const updateOperatorBody = z.union([
  z.strictObject({ disabled: z.boolean() }),
  z.strictObject({ is_admin: z.boolean() }),
])
export type UpdateOperatorBody = z.infer<typeof updateOperatorBody>

/**
 * Valid once, until `expires_at`. The console's link has the token after a `#`, which no server and no log receives.
 */
export const pass = z.object({ token: z.string(), expires_at: timestamp })
export type Pass = z.infer<typeof pass>

export const passwordBody = z.strictObject({ current_password: passwordText, new_password: newPassword })
export type PasswordBody = z.infer<typeof passwordBody>

const operatorParams = z.strictObject({ operatorId: numericId })

export const operatorCalls = {
  getMe: call({ method: 'GET', path: '/auth/me', auth: true, status: 200, answer: me, reads: 'required' }),
  dismissNotice: call({
    method: 'DELETE',
    path: '/auth/me/notice',
    auth: true,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  changePassword: call({
    method: 'PUT',
    path: '/auth/password',
    auth: true,
    body: passwordBody,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  listSessions: call({
    method: 'GET',
    path: '/auth/sessions',
    auth: true,
    status: 200,
    answer: z.array(session),
    reads: 'required',
  }),
  endSession: call({
    method: 'DELETE',
    path: '/auth/sessions/{sessionId}',
    auth: true,
    params: z.strictObject({ sessionId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/auth/sessions/others',
    auth: true,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  endSessions: call({
    method: 'DELETE',
    path: '/auth/sessions',
    auth: true,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  listOperators: call({
    method: 'GET',
    path: '/operators',
    auth: true,
    status: 200,
    answer: z.array(operator),
    reads: 'required',
  }),
  listGrants: call({
    method: 'GET',
    path: '/auth/grants',
    auth: true,
    status: 200,
    answer: z.array(grant),
    reads: 'required',
  }),
  endGrant: call({
    method: 'DELETE',
    path: '/auth/grants/{grantPurpose}/{grantId}',
    auth: true,
    params: z.strictObject({ grantPurpose, grantId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  inviteOperator: call({
    method: 'POST',
    path: '/operators/invitations',
    auth: true,
    status: 201,
    answer: pass,
    reads: 'required',
  }),
  updateOperator: call({
    method: 'PUT',
    path: '/operators/{operatorId}',
    auth: true,
    params: operatorParams,
    body: updateOperatorBody,
    status: 200,
    answer: operator,
    reads: 'required',
  }),
  resetOperator: call({
    method: 'POST',
    path: '/operators/{operatorId}/reset',
    auth: true,
    params: operatorParams,
    status: 201,
    answer: pass,
    reads: 'required',
  }),
  deleteOperator: call({
    method: 'DELETE',
    path: '/operators/{operatorId}',
    auth: true,
    params: operatorParams,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
