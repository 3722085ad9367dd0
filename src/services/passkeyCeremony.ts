import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
  type WebAuthnErrorCode,
} from '@simplewebauthn/browser'
import type { CreationOptions, PasskeyAttestation } from '../schemas/security/passkeys'
import type { PasskeyAssertion, RequestOptions } from '../schemas/session/passkeySignIn'
import * as words from '../schemas/session/session.words'

/** The reason, for the operator. */
export class PasskeyProblem extends Error {
  override readonly name = 'PasskeyProblem'
  constructor(
    readonly detail: string,
    cause?: unknown,
  ) {
    super(detail, { cause })
  }
}

/** Rejects with PasskeyProblem. */
export const createPasskey = async (options: CreationOptions, signal: AbortSignal): Promise<PasskeyAttestation> => {
  const { id, rawId, type, response } = await during(options.rp.id, options.timeout, signal, () =>
    startRegistration({ optionsJSON: options }),
  )
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/** Rejects with PasskeyProblem. */
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
  if (!browserSupportsWebAuthn()) throw new PasskeyProblem(words.noPasskeySupport)
  const startedAt = performance.now()
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    return await ask()
  } catch (error) {
    const isLate = performance.now() - startedAt >= timeout
    throw new PasskeyProblem(isLate ? words.passkeyTimeout : textOf(error, name), error)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Browsers report a refusal and a missing passkey alike, so that sites cannot learn the difference. */
const notUsed = words.passkeyNotUsed
const unable = words.passkeyUnprotected

const texts: Partial<Record<WebAuthnErrorCode, string>> = {
  ERROR_CEREMONY_ABORTED: notUsed,
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: notUsed,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: words.passkeyExists,
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: unable,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: unable,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: unable,
}

const textOf = (error: unknown, name: string): string => {
  const code = error instanceof WebAuthnError ? error.code : undefined
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') {
    return words.wrongHost(name)
  }
  return (code && texts[code]) ?? words.passkeyFailed
}
