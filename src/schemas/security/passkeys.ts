import * as z from 'zod/mini'
import { id, noControls, nothing, text, timestamp } from '../base'
import { type Call, call, numericId } from '../call'
import { passwordText } from '../session/auth'
import { credentialDescriptor, credentialId, encoded, passkeyAssertion, requestOptions } from '../session/passkeySignIn'
import * as words from './security.words'

export const passkeyLimits = { ofOperator: 20, label: 60 } as const

export const passkeyLabel = text(passkeyLimits.label, words.enterPasskeyName).check(noControls())

export const passkey = z.object({
  id,
  label: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
  /** True if the passkey is synchronized, so it survives the loss of the device. */
  synced: z.boolean(),
  /** The passkey is refused since then, because its signature counter went back; null otherwise. */
  blocked_at: z.nullable(timestamp),
})
export type Passkey = z.infer<typeof passkey>

export const passkeys = z.object({
  passkeys: z.array(passkey),
  /** The reason why passkeys do not work at this address; null if they do. */
  unavailable: z.nullable(z.string()),
})
export type Passkeys = z.infer<typeof passkeys>

/** PublicKeyCredentialCreationOptionsJSON (w3.org/TR/webauthn-3, section 5.1.8). */
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  /** Milliseconds. */
  timeout: z.number(),
  excludeCredentials: z.array(credentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.infer<typeof creationOptions>

/** RegistrationResponseJSON without the members that this server ignores. */
export const passkeyAttestation = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: encoded(2048),
    attestationObject: encoded(4096),
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16))),
  }),
})
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>

export const passkeyName = z.strictObject({ label: passkeyLabel })

export const startPasskeyBody = z.strictObject({
  /** Required if no second factor is on. Otherwise the server requires the second factor instead. */
  current_password: z.optional(passwordText),
})

export const passkeyForm = z.strictObject({ ...passkeyName.shape, ...startPasskeyBody.shape })

export const newPasskeyBody = z.strictObject({ label: passkeyLabel, credential: passkeyAttestation })
export type NewPasskeyBody = z.infer<typeof newPasskeyBody>

export const newPasskey = z.object({
  passkey,
  /** Only with the operator's first second factor, otherwise empty. The server stores only hashes. */
  recovery_codes: z.array(z.string()),
})

const path = '/auth/passkeys'
const params = z.strictObject({ passkeyId: numericId })

export const passkeyCalls = {
  listPasskeys: call({ method: 'GET', path, auth: true, status: 200, answer: passkeys, reads: 'required' }),
  startPasskey: call({
    method: 'POST',
    path: `${path}/options`,
    auth: true,
    body: startPasskeyBody,
    status: 201,
    answer: creationOptions,
    reads: 'required',
  }),
  createPasskey: call({
    method: 'POST',
    path,
    auth: true,
    body: newPasskeyBody,
    status: 201,
    answer: newPasskey,
    reads: 'required',
  }),
  renamePasskey: call({
    method: 'PUT',
    path: `${path}/{passkeyId}`,
    auth: true,
    params,
    body: passkeyName,
    status: 200,
    answer: passkey,
    reads: 'ignored',
  }),
  deletePasskey: call({
    method: 'DELETE',
    path: `${path}/{passkeyId}`,
    auth: true,
    params,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  startConfirmation: call({
    method: 'POST',
    path: '/auth/confirmation/options',
    auth: true,
    status: 201,
    answer: requestOptions,
    reads: 'required',
  }),
  confirmByPasskey: call({
    method: 'POST',
    path: '/auth/confirmation/passkey',
    auth: true,
    body: z.strictObject({ credential: passkeyAssertion }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
