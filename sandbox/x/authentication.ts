import { credentialsOf, userIdOf, usernameOfToken } from '../accounts-data'
import { baseString, parseAuthorization, sameSignature, sign } from './oauth1'
import type { OAuth2 } from './oauth2'

/** App-only token that every X stand-in accepts for reading. */
export const sandboxBearerToken = 'sandbox-bearer-token'

export type Caller =
  /**
   * `scopes`: those of an OAuth 2.0 access token; undefined for OAuth 1.0a. `app`: the app that X charges, by consumer
   * key or client id.
   */
  { kind: 'user'; id: string; username: string; scopes?: string[]; app: string } | { kind: 'app'; app: string }

export interface SignedRequest {
  method: string
  /** Absolute, as the client addressed it. */
  url: string
  authorization: string | undefined
}

/** The tolerated difference of a request's `oauth_timestamp`, in seconds. */
const tolerance = 300

/**
 * Checks the caller like X: OAuth 1.0a HMAC-SHA1 with timestamp and nonce, the app-only bearer token, or that of a
 * user.
 *
 * @param now milliseconds since 1970.
 */
export const createAuthentication = (now: () => number, userOf: OAuth2['userOf'] = () => undefined) => {
  /** The time of each token's nonce, in seconds; forgotten once its timestamp would be refused anyway. */
  const used = new Map<string, number>()

  const firstUse = (key: string, seconds: number) => {
    for (const [old, at] of used) {
      if (at >= seconds - 2 * tolerance) break
      used.delete(old)
    }
    if (used.has(key)) return false
    used.set(key, seconds)
    return true
  }

  /** @returns undefined for a caller who gets 401. */
  return ({ method, url, authorization = '' }: SignedRequest): Caller | undefined => {
    if (authorization === `Bearer ${sandboxBearerToken}`) return { kind: 'app', app: 'app-only' }
    const bearer = /^Bearer (\S+)$/.exec(authorization)?.[1]
    if (bearer !== undefined) {
      const user = userOf(bearer)
      return user && { kind: 'user', ...user }
    }
    const given = parseAuthorization(authorization)
    const token = given?.get('oauth_token')
    const username = token === undefined ? undefined : usernameOfToken(token)
    if (given === undefined || token === undefined || username === undefined) return undefined
    const expected = credentialsOf(username)
    const seconds = Math.floor(now() / 1000)
    const timestamp = given.get('oauth_timestamp') ?? ''
    const nonce = given.get('oauth_nonce') ?? ''
    const acceptable =
      given.get('oauth_consumer_key') === expected.api_key &&
      given.get('oauth_signature_method') === 'HMAC-SHA1' &&
      (given.get('oauth_version') ?? '1.0') === '1.0' &&
      /^\d{1,12}$/.test(timestamp) &&
      Math.abs(Number(timestamp) - seconds) <= tolerance &&
      nonce !== ''
    if (!acceptable) return undefined
    const base = baseString(method, url, [...given])
    const signature = sign(base, expected.api_secret, expected.access_token_secret)
    if (!sameSignature(given.get('oauth_signature') ?? '', signature)) return undefined
    if (!firstUse(`${token}:${timestamp}:${nonce}`, seconds)) return undefined
    return { kind: 'user', id: userIdOf(username), username, app: expected.api_key }
  }
}
