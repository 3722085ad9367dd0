import * as z from 'zod/mini'
import { type Call, call } from '../call'
import { token } from './auth'

/** Base64url. `max` limits the characters, not the bytes. */
export const encoded = (max: number) => z.string().check(z.regex(/^[\w-]+$/, 'must be base64url'), z.maxLength(max))

/** At most 1,023 bytes (w3.org/TR/webauthn-3, section 4, Credential ID). */
export const credentialId = encoded(1364)

export const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

export const credentialDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(transport)),
})

/** PublicKeyCredentialRequestOptionsJSON (w3.org/TR/webauthn-3, section 5.1.9). */
export const requestOptions = z.object({
  challenge: z.string(),
  /** Milliseconds. */
  timeout: z.number(),
  rpId: z.string(),
  /** Without it, any passkey of this server may be used. */
  allowCredentials: z.optional(z.array(credentialDescriptor)),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.infer<typeof requestOptions>

/** AuthenticationResponseJSON without the members that this server ignores. */
export const passkeyAssertion = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: encoded(2048),
    authenticatorData: encoded(2048),
    signature: encoded(2048),
    userHandle: z.optional(encoded(86)),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** Sign-in with only a passkey, or after the password; then the calls have the challenge of that sign-in. */
export const passkeySignInCalls = {
  startPasskeySignIn: call({
    method: 'POST',
    path: '/auth/login/passkey/options',
    auth: false,
    body: z.strictObject({ challenge: z.optional(token) }),
    status: 201,
    answer: requestOptions,
    reads: 'required',
  }),
  answerPasskeySignIn: call({
    method: 'POST',
    path: '/auth/login/passkey',
    auth: false,
    body: z.strictObject({
      challenge: z.optional(token),
      credential: passkeyAssertion,
      remember_me: z.optional(z.literal(true)),
    }),
    status: 200,
    answer: z.object({ access_token: z.string().check(z.minLength(1)), email: z.string() }),
    reads: 'required',
  }),
} satisfies Record<string, Call>
