import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { CreationOptions, PasskeyAttestation } from '../../src/schemas/security/passkeys'
import type { PasskeyAssertion, RequestOptions } from '../../src/schemas/session/passkeySignIn'
import { conflict } from '../problems'
import { minuteMs } from '../time/clock'
import { loopbackNames } from './loopback'
import * as words from './words'

const productName = 'Auto Comment Bot'

/** Ms for a person to finish; browsers treat it as a hint. */
export const ceremonyMs = 5 * minuteMs

/** COSE algorithms: Ed25519, ECDSA with P-256, RSA (iana.org/assignments/cose). */
const algorithms = [-8, -7, -257]

/** Loaded on demand: it contains 26 MB of certificates for attestations, which this server never requests. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** The name and the only origin for passkeys. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * @param publicOrigin the address that people use; by default, a loopback name.
 * @returns why passkeys are impossible, if so: WebAuthn accepts domain names with https, and `localhost`, but no IP
 * address (w3.org/TR/webauthn-3, sections 5.1.3 and 13.4.9).
 */
export const relyingParty = (
  publicOrigin: string | undefined,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): RelyingParty | { unavailable: string } => {
  const used = new URL(`${protocol}://${host}`)
  const published = publicOrigin === undefined ? used : new URL(publicOrigin)
  if (loopbackNames.includes(bare(published.hostname))) {
    if (used.hostname === 'localhost') return { id: used.hostname, origin: used.origin }
    used.hostname = 'localhost'
    return { unavailable: words.hostNeededAt(used.origin) }
  }
  if (isIP(bare(published.hostname)) !== 0) {
    return { unavailable: words.hostNeeded }
  }
  if (published.protocol !== 'https:') {
    return { unavailable: words.httpsNeeded }
  }
  return { id: published.hostname, origin: published.origin }
}

/** @throws HttpProblem 409 if passkeys are impossible. */
export const assertRelyingParty = (
  publicOrigin: string | undefined,
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
): RelyingParty => {
  const party = relyingParty(publicOrigin, request)
  if ('unavailable' in party) throw conflict(party.unavailable)
  return party
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

export interface StoredCredential {
  credential_id: string
  /** Separated by commas. */
  transports: string
}

/** @param user the operator's address, and the handle that passkeys store, base64url. */
export const creationOptions = async (
  { id }: RelyingParty,
  user: { email: string; handle: string },
  known: StoredCredential[],
): Promise<CreationOptions> => {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID: id,
    userName: user.email,
    userDisplayName: user.email,
    userID: Uint8Array.from(Buffer.from(user.handle, 'base64url')),
    timeout: ceremonyMs,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(descriptorOf),
  })
  return {
    ...options,
    rp: { id, name: productName },
    timeout: ceremonyMs,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** @param allowed undefined to allow any passkey of this server. */
export const requestOptions = async (
  { id }: RelyingParty,
  allowed: StoredCredential[] | undefined,
): Promise<RequestOptions> => {
  const { generateAuthenticationOptions } = await library()
  const { challenge } = await generateAuthenticationOptions({ rpID: id })
  return {
    challenge,
    timeout: ceremonyMs,
    rpId: id,
    userVerification: 'required',
    ...(allowed ? { allowCredentials: allowed.map(descriptorOf) } : {}),
  }
}

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof knownTransports)[number]

/** Unknown names are ignored, as section 5.8.4 requires. */
export const transportsOf = (names: readonly string[]): Transport[] =>
  knownTransports.filter((known) => names.includes(known))

const descriptorOf = ({ credential_id, transports }: StoredCredential) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports: transportsOf(transports.split(',')),
})

/** Reads the challenge of an answer, which is not verified yet. */
export const challengeIn = ({ clientDataJSON }: { clientDataJSON: string }): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

export interface NewCredential {
  /** Base64url. */
  id: string
  /** COSE_Key, base64url. */
  publicKey: string
  counter: number
  synced: boolean
}

/** @returns undefined if the answer has another challenge or origin, or if the device did not verify the person. */
export const verifyAttestation = async (
  { id, origin }: RelyingParty,
  credential: PasskeyAttestation,
  expectedChallenge: string,
): Promise<NewCredential | undefined> => {
  if (!(await isPlain(credential))) return undefined
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: { ...withoutTransports(credential), clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused)
  return (
    made && {
      id: made.credential.id,
      publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
      counter: made.credential.counter,
      synced: made.credentialBackedUp,
    }
  )
}

const refused = () => ({ registrationInfo: undefined })

const withoutTransports = ({ response: { clientDataJSON, attestationObject }, ...credential }: PasskeyAttestation) => ({
  ...credential,
  response: { clientDataJSON, attestationObject },
})

/** The server requests no certificates, and the library would download addresses from a caller's certificates. */
const isPlain = async ({ response: { attestationObject } }: PasskeyAttestation): Promise<boolean> => {
  const { decodeAttestationObject } = await helpers()
  try {
    const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
    return ['none', 'packed'].includes(decoded.get('fmt')) && decoded.get('attStmt').get('x5c') === undefined
  } catch {
    return false
  }
}

export interface Assertion {
  counter: number
  synced: boolean
}

/**
 * @returns undefined if the signature is not the key's or not for this challenge and origin, or if the device did not
 * verify the person. The caller checks the counter afterwards: before the signature is verified, the counter proves
 * nothing, and the library would check it first.
 */
export const verifyAssertion = async (
  { id, origin }: RelyingParty,
  credential: PasskeyAssertion,
  expectedChallenge: string,
  publicKey: string,
): Promise<Assertion | undefined> => {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...response } = credential.response
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: { id: credential.id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  return verified && info ? { counter: info.newCounter, synced: info.credentialBackedUp } : undefined
}
