import * as z from 'zod/mini'
import { passwordText } from './auth'
import { nothing, timestamp } from './base'
import { type Call, call, numericId } from './call'
import { codeBody } from './codes'

export const secondFactor = z.object({
  /** Since when codes of an authenticator app are asked for; null where none are. */
  enrolled_at: z.nullable(timestamp),
  /** How many recovery codes are left. */
  recovery_codes: z.number(),
  /** Until when this session needs neither code nor passkey for what one is asked for again. */
  confirmed_until: z.nullable(timestamp),
  /** How many passkeys there are; left out by servers that know none. */
  passkeys: z.optional(z.number()),
})
export type SecondFactor = z.infer<typeof secondFactor>

/** What an authenticator app is told, once. */
export const enrolment = z.object({ secret: z.string(), address: z.string() })
export type Enrolment = z.infer<typeof enrolment>

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const enrolBody = z.strictObject({ current_password: passwordText })

/** A code of who has a second factor, the password of who has none. */
const confirmationBody = z.union([codeBody, enrolBody])
export type ConfirmationBody = z.infer<typeof confirmationBody>

const path = '/auth/second-factor'

/** Calls about the second factor of who is signed in; an administrator takes a lost one away. */
export const secondFactorCalls = {
  getSecondFactor: call({ method: 'GET', path, auth: true, status: 200, answer: secondFactor, reads: 'required' }),
  startSecondFactor: call({
    method: 'POST',
    path,
    auth: true,
    body: enrolBody,
    status: 201,
    answer: enrolment,
    reads: 'required',
  }),
  enrolSecondFactor: call({
    method: 'PUT',
    path,
    auth: true,
    body: codeBody,
    status: 200,
    answer: recoveryCodes,
    reads: 'required',
  }),
  removeSecondFactor: call({ method: 'DELETE', path, auth: true, status: 204, answer: nothing, reads: 'ignored' }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: `${path}/recovery-codes`,
    auth: true,
    status: 201,
    answer: recoveryCodes,
    reads: 'required',
  }),
  confirmSession: call({
    method: 'POST',
    path: '/auth/confirmation',
    auth: true,
    body: confirmationBody,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  removeOperatorFactor: call({
    method: 'DELETE',
    path: '/operators/{operatorId}/second-factor',
    auth: true,
    params: z.strictObject({ operatorId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
