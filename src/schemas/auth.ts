import * as z from 'zod/mini'
import { nameText, nothing } from './base'
import { type Call, call } from './call'
import { publicMessages as messages } from './commonMessages'
import { plainText } from './gate/characters'
import { opaqueText } from './gate/passwords'

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

/** A password as somebody has it already: older ones were stored as they were typed. */
export const passwordText = password(1, messages.auth.passwordRequired)
export const newPassword = password(6, messages.auth.passwordShortSignUp, opaqueText)

/** What the server gave out before; a code, too. */
export const token = z.string().check(z.minLength(1), z.maxLength(128))

export const loginBody = z.strictObject({
  email,
  password: password(3, messages.auth.passwordShortLogin),
  /** Sent only when ticked: a longer session. */
  remember_me: z.optional(z.literal(true)),
})
export type LoginBody = z.infer<typeof loginBody>

export const registerBody = z.strictObject({
  email,
  username: nameText(100, messages.auth.usernameRequired),
  password: newPassword,
  /** The token of an invitation's link, where sign-up is closed to everybody else. */
  invitation: z.optional(token),
})
export type RegisterBody = z.infer<typeof registerBody>

/** `setup`: the secret of the link by which the first operator signs up. */
export type SignUp = RegisterBody & { setup?: string }

/** Carries the secret of the setup link, with which the first operator of a server beyond loopback signs up. */
export const setupHeader = 'X-Setup-Secret'

/** A password that is set by the link of an administrator, which carries the token. */
export const resetBody = z.strictObject({
  token: z.string().check(z.minLength(1, messages.auth.linkIncomplete), z.maxLength(128, messages.auth.linkIncomplete)),
  password: newPassword,
})
export type ResetBody = z.infer<typeof resetBody>

export const sessionAnswer = z.object({ access_token: z.string().check(z.minLength(1)) })

/** What a second factor may be, beside a recovery code. */
export const factor = z.enum(['app', 'passkey'])
export type Factor = z.infer<typeof factor>

/** An operator with a second factor gets what to answer it with, good once and for five minutes, and which he has. */
export const loginAnswer = z.union([
  sessionAnswer,
  z.object({ challenge: z.string().check(z.minLength(1)), factors: z._default(z.array(factor), ['app']) }),
])

export const loginCodeBody = z.strictObject({ challenge: token, code: token })

/** The calls of the contract that begin and end a session, or let somebody begin one: all that the public pages make. */
export const authCalls = {
  login: call({
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
