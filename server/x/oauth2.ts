import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Credentials } from '../../src/schemas/accounts/accounts'
import { cleanText } from '../cleanText'
import { exchange, type Wire } from './exchange'
import { opensAt } from './limits'
import { sentence } from './problems'
import type { XOutcome } from './types'
import * as words from './words'

/** An app on X with its client id and secret for OAuth 2.0. */
export interface XApp {
  clientId: string
  clientSecret: string
}

export interface TokenPair {
  accessToken: string
  /** Undefined if X sent none: the earlier token remains valid (RFC 6749, 6). */
  refreshToken: string | undefined
  /** Lifetime of the access token in ms. */
  livesMs: number
  /** X's granted scopes, separated by spaces. */
  scope: string
}

export type TokenOutcome =
  | { kind: 'granted'; pair: TokenPair }
  /** X will never accept this code or token. */
  | { kind: 'refused'; detail: string }
  /** X refuses the app's own client id and secret, or the app lacks a permission. */
  | { kind: 'appRefused'; detail: string }
  /** A later try may succeed: X did not answer, or had a fault. X may have consumed the token. */
  | { kind: 'later'; detail: string }

/** The scopes on X's consent page. */
export const scopes = 'tweet.read tweet.write users.read offline.access'

/**
 * X's OAuth 2.0 for a confidential app: authorization code with PKCE, refresh, exchange of OAuth 1.0a tokens,
 * revocation (docs.x.com, fundamentals/authentication, August and September 2026). Never rejects and never retries.
 */
export interface XOAuth2 {
  /** The address for the operator's browser. */
  authorizeUrl(app: XApp, asked: { redirectUri: string; state: string; verifier: string }): string
  redeem(app: XApp, given: { code: string; redirectUri: string; verifier: string }): Promise<TokenOutcome>
  /** @param maySend called when the connection is open: false ends the call as `later`, with nothing sent. */
  refresh(app: XApp, refreshToken: string, maySend: () => boolean): Promise<TokenOutcome>
  exchange(app: XApp, keys: Credentials, maySend: () => boolean): Promise<TokenOutcome>
  /** @returns whether X confirmed the revocation. X confirms it for unknown tokens too. */
  revoke(app: XApp, token: string): Promise<boolean>
}

export interface XOAuth2Options {
  baseUrl: string
  /** X's site for people, which contains the consent page. */
  siteUrl: string
  timeoutMs: number
  observer?: Wire['observer'] | undefined
}

export const createXOAuth2 = ({ baseUrl, siteUrl, timeoutMs, observer }: XOAuth2Options): XOAuth2 => {
  const wire = { baseUrl, timeoutMs, observer }
  const post = (app: XApp, path: string, form: Record<string, string>, maySend?: () => boolean): Promise<XOutcome> =>
    exchange(wire, app, (client) => client.post(`https://api.x.com/2/oauth2/${path}`, form), maySend)
  const ask = async (app: XApp, form: Record<string, string>, maySend?: () => boolean): Promise<TokenOutcome> =>
    readTokens(await post(app, 'token', form, maySend))

  return {
    authorizeUrl: ({ clientId }, { redirectUri, state, verifier }) => {
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      // X expects %20 between scopes, which URLSearchParams writes as +.
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      return `${siteUrl}/i/oauth2/authorize?${pairs.join('&')}`
    },
    redeem: (app, { code, redirectUri, verifier }) =>
      ask(app, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),
    refresh: (app, refreshToken, maySend) =>
      ask(app, { grant_type: 'refresh_token', refresh_token: refreshToken }, maySend),
    exchange: (app, { access_token, access_token_secret }, maySend) =>
      ask(
        app,
        {
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: access_token,
          subject_token_type: 'urn:x:params:oauth:token-type:oauth1_token',
          oauth_token_secret: access_token_secret,
          scope: scopes,
        },
        maySend,
      ),
    revoke: async (app, token) => {
      const outcome = await post(app, 'revoke', { token })
      return outcome.kind === 'answer' && outcome.status === 200
    },
  }
}

const granted = z.looseObject({
  token_type: z.string().regex(/^bearer$/i),
  access_token: z.string().min(1).max(4096),
  refresh_token: z.string().min(1).max(4096).optional(),
  expires_in: z.number().positive().optional(),
  /** Missing if X granted the requested scopes (RFC 6749, 5.1). */
  scope: z.string().max(4096).optional(),
})

const refusedBody = z.looseObject({ error: z.string().optional(), error_description: z.string().optional() })

/** Seconds, from X's documentation. */
const usualLife = 7200

/** Errors that are about the app, not about the presented token (RFC 6749, 5.2). */
const ofTheApp = new Set(['invalid_client', 'unauthorized_client'])

const whenItOpens = (headers: Record<string, string>): string => {
  const at = opensAt(headers, new Date())
  return at ? words.answersAgain(at.toISOString().slice(11, 16)) : ''
}

/** The meaning of X's answer for the tokens. */
export const readTokens = (outcome: XOutcome): TokenOutcome => {
  if (outcome.kind === 'notSent') return { kind: 'later', detail: words.unreachable(outcome.reason) }
  if (outcome.kind === 'lost') return { kind: 'later', detail: words.noAnswer(outcome.reason) }
  const { status, body, bodyReadable } = outcome
  const unreadable = words.notAnApi(status)
  if (!bodyReadable) return { kind: 'later', detail: unreadable }
  if (status === 200) {
    const answer = granted.safeParse(body)
    if (!answer.success) return { kind: 'later', detail: unreadable }
    const { access_token, refresh_token, expires_in = usualLife, scope = scopes } = answer.data
    const pair = { accessToken: access_token, refreshToken: refresh_token, livesMs: expires_in * 1000, scope }
    return { kind: 'granted', pair }
  }
  const said = refusedBody.safeParse(body).data
  const detail = cleanText(said?.error_description ?? said?.error ?? `X answered ${status}`).slice(0, 300)
  if (status === 429) return { kind: 'later', detail: `${sentence(detail)}${whenItOpens(outcome.headers)}` }
  if (status === 401 || (status === 400 && ofTheApp.has(said?.error ?? ''))) return { kind: 'appRefused', detail }
  return { kind: status === 400 ? 'refused' : 'later', detail }
}

/** Whether the granted scopes let the account reply. */
export const mayPost = (scope: string): boolean => scope.split(' ').includes('tweet.write')
