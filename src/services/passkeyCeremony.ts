import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
  type WebAuthnErrorCode,
} from '@simplewebauthn/browser'
import type { PasskeyAssertion, RequestOptions } from '../schemas/passkeySignIn'
import type { CreationOptions, PasskeyAttestation } from '../schemas/passkeys'

/** Why there is no passkey, in words for the person. */
export class PasskeyProblem extends Error {
  override readonly name = 'PasskeyProblem'
  constructor(
    readonly detail: string,
    cause?: unknown,
  ) {
    super(detail, { cause })
  }
}

/** Has the person's device make a passkey. Ends when it is aborted. Rejects with PasskeyProblem. */
export const createPasskey = async (options: CreationOptions, signal: AbortSignal): Promise<PasskeyAttestation> => {
  const { id, rawId, type, response } = await during(options.rp.id, options.timeout, signal, () =>
    startRegistration({ optionsJSON: options }),
  )
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/** Has it sign with one. Ends when it is aborted. Rejects with PasskeyProblem. */
export const getPasskey = async (options: RequestOptions, signal: AbortSignal): Promise<PasskeyAssertion> => {
  const { id, rawId, type, response } = await during(options.rpId, options.timeout, signal, () =>
    startAuthentication({ optionsJSON: options }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  }
}

const during = async <T>(name: string, timeout: number, signal: AbortSignal, ask: () => Promise<T>): Promise<T> => {
  if (!browserSupportsWebAuthn()) throw new PasskeyProblem('This browser has no passkeys. Use another one')
  const begun = performance.now()
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    return await ask()
  } catch (error) {
    const isLate = performance.now() - begun >= timeout
    throw new PasskeyProblem(isLate ? 'Nobody answered in time. Try again' : textOf(error, name), error)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Browsers do not tell a person who said no from a device that has none: who asks is not to learn which it was. */
const notUsed = 'No passkey was used: it was cancelled, or none of this server is here. Try again'
const unable = 'This device cannot keep a passkey behind a PIN, fingerprint or face. Use another one'

const texts: Partial<Record<WebAuthnErrorCode, string>> = {
  ERROR_CEREMONY_ABORTED: notUsed,
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: notUsed,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device has one of your passkeys already',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: unable,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: unable,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: unable,
}

const textOf = (error: unknown, name: string): string => {
  const code = error instanceof WebAuthnError ? error.code : undefined
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') {
    return `Passkeys of this server work at ${name} alone. Open the console there`
  }
  return (code && texts[code]) ?? 'This device could not do it. Try again, or use another one'
}
