import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { PasskeyAssertion, RequestOptions } from '../../src/schemas/passkeySignIn'
import type { CreationOptions, PasskeyAttestation } from '../../src/schemas/passkeys'
import { minuteMs } from '../clock'
import { conflict } from '../problems'
import { loopbackNames } from './loopback'
import * as words from './words'

const productName = 'Auto Comment Bot'

/** Milliseconds that a person has; browsers take it for a hint. */
export const ceremonyMs = 5 * minuteMs

/** COSE algorithms: Ed25519, ECDSA with P-256, RSA (iana.org/assignments/cose). */
const algorithms = [-8, -7, -257]

/** Its certificates are for attestations that nobody asks for: who never sees a passkey does without 26 MB of them. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Whom passkeys are made for: a name, and the one origin that they are used at. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * @param publicOrigin where people reach this server; left out: by a loopback name.
 * @returns why there can be no passkeys where none can: WebAuthn takes domain names over https, and `localhost`, but no
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

/** @throws HttpProblem 409 where there can be no passkeys. */
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

/** @param user his address, and the handle that his passkeys know him by, base64url. */
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

/** @param allowed undefined where any passkey of this server will do. */
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

/** Others are passed over, as section 5.8.4 asks for. */
export const transportsOf = (names: readonly string[]): Transport[] =>
  knownTransports.filter((known) => names.includes(known))

const descriptorOf = ({ credential_id, transports }: StoredCredential) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports: transportsOf(transports.split(',')),
})

/** What an answer says that it answers; nothing of it is proved yet. */
export const challengeIn = ({ clientDataJSON }: { clientDataJSON: string }): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

export interface NewCredential {
  /** base64url. */
  id: string
  /** COSE_Key, base64url. */
  publicKey: string
  counter: number
  synced: boolean
}

/** @returns undefined where the answer is not one to this challenge, from this origin, by somebody whom the device knows. */
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

/** Without certificates: nobody asked for any, and the library would fetch what the caller's ones name. */
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
 * @returns undefined where the signature is not the key's, or not for this challenge and origin, or nobody was verified. The
 * counter is the caller's to judge: before the signature it says nothing, and the library would look at it first.
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
