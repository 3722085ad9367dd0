import * as z from 'zod/mini'
import { nothing, timestamp } from '../base'
import { type Call, call, numericId } from '../call'
import { passwordText } from '../session/auth'
import { codeBody } from './codes'

export const secondFactor = z.object({
  /** When an authenticator app was set up; null if there is none. */
  enrolled_at: z.nullable(timestamp),
  /** Unused codes. */
  recovery_codes: z.number(),
  /** Until then this session may make protected changes without another confirmation. */
  confirmed_until: z.nullable(timestamp),
  /** Missing if the server has no passkeys. */
  passkeys: z.optional(z.number()),
})
export type SecondFactor = z.infer<typeof secondFactor>

/** The server sends the secret only once. */
export const enrolment = z.object({ secret: z.string(), address: z.string() })
export type Enrolment = z.infer<typeof enrolment>

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const enrolBody = z.strictObject({ current_password: passwordText })

/** A code if the operator has a second factor, otherwise the password. */
const confirmationBody = z.union([codeBody, enrolBody])
export type ConfirmationBody = z.infer<typeof confirmationBody>

const path = '/auth/second-factor'

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
