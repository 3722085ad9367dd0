import * as z from 'zod/mini'
import { nameText, nothing } from '../base'
import { type Call, call } from '../call'
import { publicMessages as messages } from '../commonMessages'
import { plainText } from '../gate/characters'
import { opaqueText } from '../gate/passwords'

const email = z.string(messages.auth.emailRequired).check(
  z.maxLength(1024, { error: messages.auth.emailInvalid, abort: true }),
  z.overwrite((typed) => plainText(typed).trim()),
  z.minLength(1, { error: messages.auth.emailRequired, abort: true }),
  z.maxLength(254, messages.auth.emailInvalid),
  z.email(messages.auth.emailInvalid),
)

const password = (min: number, short: string, read = (typed: string) => typed) =>
  z
    .string(messages.auth.passwordRequired)
    .check(
      z.minLength(1, { error: messages.auth.passwordRequired, abort: true }),
      z.maxLength(1024, { error: 'At most 1024 characters', abort: true }),
      z.overwrite(read),
      z.minLength(min, short),
    )

/** No rules for new passwords here, because older passwords do not meet them. */
export const passwordText = password(1, messages.auth.passwordRequired)
export const newPassword = password(6, messages.auth.passwordShortSignUp, opaqueText)

export const token = z.string().check(z.minLength(1), z.maxLength(128))

export const loginBody = z.strictObject({
  email,
  password: password(3, messages.auth.passwordShortLogin),
  remember_me: z.optional(z.literal(true)),
})
export type LoginBody = z.infer<typeof loginBody>

export const registerBody = z.strictObject({
  email,
  username: nameText(100, messages.auth.usernameRequired),
  password: newPassword,
  /** Required if sign-up is by invitation only. */
  invitation: z.optional(token),
})
export type RegisterBody = z.infer<typeof registerBody>

/** `setup`: the secret of the link by which the first operator signs up. */
export type SignUp = RegisterBody & { setup?: string }

/** The setup link's secret. A server that is reachable beyond loopback requires it from the first operator. */
export const setupHeader = 'X-Setup-Secret'

/** `token` comes from the administrator's link. */
export const resetBody = z.strictObject({
  token: z.string().check(z.minLength(1, messages.auth.linkIncomplete), z.maxLength(128, messages.auth.linkIncomplete)),
  password: newPassword,
})
export type ResetBody = z.infer<typeof resetBody>

export const sessionAnswer = z.object({ access_token: z.string().check(z.minLength(1)) })

/** Recovery codes work with either. */
export const factor = z.enum(['app', 'passkey'])
export type Factor = z.infer<typeof factor>

/**
 * If the operator has a second factor, the answer has a challenge instead of a session. It is valid once and for five
 * minutes.
 */
export const loginAnswer = z.union([
  sessionAnswer,
  z.object({ challenge: z.string().check(z.minLength(1)), factors: z._default(z.array(factor), ['app']) }),
])

export const loginCodeBody = z.strictObject({ challenge: token, code: token })

/** All calls of the public pages. */
export const authCalls = {
  login: call({
    specified: ['email', 'password'],
    method: 'POST',
    path: '/auth/login',
    auth: false,
    body: loginBody,
    status: 200,
    answer: loginAnswer,
    reads: 'required',
  }),
  answerLogin: call({
    method: 'POST',
    path: '/auth/login/code',
    auth: false,
    body: loginCodeBody,
    status: 200,
    answer: sessionAnswer,
    reads: 'required',
  }),
  register: call({
    specified: ['email', 'password', 'username'],
    method: 'POST',
    path: '/auth/register',
    auth: false,
    body: registerBody,
    status: 201,
    answer: nothing,
    reads: 'ignored',
  }),
  resetPassword: call({
    method: 'POST',
    path: '/auth/reset',
    auth: false,
    body: resetBody,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  logout: call({
    method: 'POST',
    path: '/auth/logout',
    auth: true,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
