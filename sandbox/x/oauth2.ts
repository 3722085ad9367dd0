import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { credentialsOf, userIdOf, usernameOfToken } from '../accounts-data'
import type { Answer } from './problems'

/** The app that replaces the operator's own. */
export const sandboxApp = { clientId: 'sandbox-client', clientSecret: 'sandbox-client-secret' } as const

const pair = z.object({
  client: z.string(),
  /** In lower case. */
  username: z.string(),
  scope: z.string(),
  access: z.string(),
  refresh: z.string(),
  /** Milliseconds since 1970. */
  accessUntil: z.number(),
  /** The origin: a consent, the OAuth 1.0a token of the user, or the refresh token before it. */
  from: z.union([z.literal('consent'), z.literal('exchange'), z.object({ refresh: z.string() })]),
})
type Pair = z.infer<typeof pair>
const line = z.union([z.object({ issued: pair }), z.object({ ended: z.string() })])

/** One call of the token endpoint, with the tokens by the beginning of their SHA-256. */
export interface TokenEvent {
  /** ISO 8601. */
  at: string
  kind: 'granted' | 'refreshed' | 'exchanged' | 'refused' | 'used' | 'revoked'
  username: string | undefined
  presented: string
  /** The refresh token of the answer. */
  issued?: string
}

const codeSeconds = 30

export const tokenName = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16)

interface Code {
  client: string
  redirectUri: string
  challenge: string
  method: 'S256' | 'plain'
  username: string
  scope: string
  until: number
}

export interface OAuth2State {
  /** Seconds; 7,200 at X. */
  tokenSeconds: number
  /** Scopes that no consent grants. */
  withheldScopes: readonly string[]
  /** Accounts whose apps are not enabled for OAuth 2.0, by username in lower case. */
  notExchangeable: ReadonlySet<string>
}

/**
 * X's OAuth 2.0: codes good once within 30 s, refresh tokens good once, exchange of OAuth 1.0a tokens, revocation.
 * Refusals have the same bodies as X's.
 *
 * @param file where pairs are stored over restarts; only in memory without it.
 */
export const createOAuth2 = (file: string | undefined, state: OAuth2State, now: () => number) => {
  const byAccess = new Map<string, Pair>()
  const byRefresh = new Map<string, Pair>()
  const codes = new Map<string, Code>()
  const events: TokenEvent[] = []
  const used = new Set<string>()

  const apply = (entry: z.infer<typeof line>) => {
    if ('ended' in entry) return byRefresh.delete(entry.ended)
    byAccess.set(entry.issued.access, entry.issued)
    return byRefresh.set(entry.issued.refresh, entry.issued)
  }
  if (file !== undefined && existsSync(file)) {
    for (const each of readFileSync(file, 'utf8').split('\n')) if (each !== '') apply(line.parse(JSON.parse(each)))
  }
  const record = (...entries: z.infer<typeof line>[]) => {
    if (file !== undefined) {
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    }
    for (const entry of entries) apply(entry)
  }

  const note = (kind: TokenEvent['kind'], username: string | undefined, presented: string, issued?: string) =>
    events.push({
      at: new Date(now()).toISOString(),
      kind,
      username,
      presented: tokenName(presented),
      ...(issued === undefined ? {} : { issued: tokenName(issued) }),
    })

  const issue = (grant: Pick<Pair, 'client' | 'username' | 'scope' | 'from'>, ended: Pair[]): Answer => {
    const issued = {
      ...grant,
      access: randomBytes(32).toString('base64url'),
      refresh: randomBytes(32).toString('base64url'),
      accessUntil: now() + state.tokenSeconds * 1000,
    }
    record(...ended.map(({ refresh }) => ({ ended: refresh })), { issued })
    return {
      status: 200,
      body: {
        token_type: 'bearer',
        expires_in: state.tokenSeconds,
        access_token: issued.access,
        scope: issued.scope,
        ...(issued.scope.split(' ').includes('offline.access') ? { refresh_token: issued.refresh } : {}),
      },
    }
  }
  const refreshIn = ({ body }: Answer) => z.object({ refresh_token: z.string().optional() }).parse(body).refresh_token

  const redeem = (client: string, form: URLSearchParams): Answer => {
    const given = form.get('code') ?? ''
    const code = codes.get(given)
    codes.delete(given)
    const verifier = form.get('code_verifier') ?? ''
    const proof = code?.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
    const fits = code?.client === client && code.redirectUri === form.get('redirect_uri') && code.challenge === proof
    if (code === undefined || !fits || code.until < now()) {
      note('refused', code?.username, given)
      return refusal('invalid_request', 'Value passed for the authorization code was invalid.')
    }
    const answer = issue({ client, username: code.username, scope: code.scope, from: 'consent' }, [])
    note('granted', code.username, given, refreshIn(answer))
    return answer
  }

  const refresh = (client: string, form: URLSearchParams): Answer => {
    const given = form.get('refresh_token') ?? ''
    const old = byRefresh.get(given)
    if (old === undefined || old.client !== client) {
      const rotated = [...byAccess.values()].find((each) => each.refresh === given)
      note('refused', rotated?.username, given)
      return refusal('invalid_request', 'Value passed for the token was invalid.')
    }
    const answer = issue({ ...old, from: { refresh: given } }, [old])
    note('refreshed', old.username, given, refreshIn(answer))
    return answer
  }

  const exchange = (client: string, form: URLSearchParams): Answer => {
    const token = form.get('subject_token') ?? ''
    const username = usernameOfToken(token)
    if (form.get('subject_token_type') !== 'urn:x:params:oauth:token-type:oauth1_token') {
      return refusal('invalid_request', 'The subject_token_type is not supported.')
    }
    const known = username === undefined ? undefined : credentialsOf(username)
    if (username === undefined || known?.access_token_secret !== form.get('oauth_token_secret')) {
      note('refused', username, token)
      return refusal('invalid_grant', 'Value passed for the token was invalid.')
    }
    if (known.client_id !== client || state.notExchangeable.has(username)) {
      note('refused', username, token)
      return refusal('unauthorized_client', 'The client is not allowed to exchange this token.')
    }
    const before = [...byRefresh.values()].filter((each) => each.client === client && each.username === username)
    for (const { access } of before) byAccess.delete(access)
    const answer = issue({ client, username, scope: everything, from: 'exchange' }, before)
    note('exchanged', username, token, refreshIn(answer))
    return answer
  }

  const revoke = (client: string, form: URLSearchParams): Answer => {
    const token = form.get('token') ?? ''
    const found = byAccess.get(token) ?? byRefresh.get(token)
    if (found?.client === client) {
      note('revoked', found.username, token)
      byAccess.delete(found.access)
      record({ ended: found.refresh })
    }
    return { status: 200, body: { revoked: true } }
  }

  return {
    events: () => [...events],

    /** The user of a valid access token; X answers 401 to any other. */
    userOf: (access: string): { id: string; username: string; scopes: string[]; app: string } | undefined => {
      const found = byAccess.get(access)
      if (found === undefined || found.accessUntil <= now()) return undefined
      if (!used.has(access)) note('used', found.username, found.refresh)
      used.add(access)
      const { username, scope, client } = found
      return { id: userIdOf(username), username, scopes: scope.split(' '), app: client }
    },

    /** The fault of a request for consent; undefined if X would show its page. */
    problemOf: (query: URLSearchParams): string | undefined =>
      authorization.safeParse(Object.fromEntries(query)).error?.issues[0]?.message,

    /**
     * Returns the browser's next address.
     *
     * @param username null if the user cancels.
     */
    decide: (query: URLSearchParams, username: string | null): string => {
      const asked = authorization.parse(Object.fromEntries(query))
      const target = new URL(asked.redirect_uri)
      target.searchParams.set('state', asked.state)
      if (username === null) target.searchParams.set('error', 'access_denied')
      else {
        const code = randomBytes(32).toString('base64url')
        codes.set(code, {
          client: asked.client_id,
          redirectUri: asked.redirect_uri,
          challenge: asked.code_challenge,
          method: asked.code_challenge_method,
          username: username.replace(/^@/, '').toLowerCase(),
          scope: asked.scope
            .split(' ')
            .filter((each) => !state.withheldScopes.includes(each))
            .join(' '),
          until: now() + codeSeconds * 1000,
        })
        target.searchParams.set('code', code)
      }
      return target.href
    },

    /** `POST /2/oauth2/token` and `/2/oauth2/revoke`. */
    answer: (path: string, contentType: string, authorizationHeader: string | undefined, body: string): Answer => {
      if (!contentType.startsWith('application/x-www-form-urlencoded')) {
        return refusal('invalid_request', 'Missing required parameter [grant_type].')
      }
      const form = new URLSearchParams(body)
      const client = clientIn(authorizationHeader)
      if (client === undefined)
        return { ...refusal('unauthorized_client', 'Missing valid authorization header'), status: 401 }
      if (path.endsWith('/revoke')) return revoke(client, form)
      switch (form.get('grant_type')) {
        case 'authorization_code':
          return redeem(client, form)
        case 'refresh_token':
          return refresh(client, form)
        case 'urn:ietf:params:oauth:grant-type:token-exchange':
          return exchange(client, form)
        default:
          return refusal('invalid_request', 'Value passed for the grant_type was invalid.')
      }
    },
  }
}

export type OAuth2 = ReturnType<typeof createOAuth2>

/** X maps "Read and write" to these. */
const everything =
  'tweet.read users.read follows.read mute.read block.read list.read like.read timeline.read broadcast.read tweet.write tweet.moderate.write follows.write like.write list.write mute.write block.write media.write broadcast.write offline.access'

const refusal = (error: string, error_description: string): Answer => ({
  status: 400,
  body: { error, error_description },
})

/** The client of a Basic header with the right secret. */
const clientIn = (header = ''): string | undefined => {
  const [id = '', ...secret] = Buffer.from(/^Basic (\S+)$/.exec(header)?.[1] ?? '', 'base64')
    .toString('utf8')
    .split(':')
  const expected = secretOf(id)
  return expected !== undefined && expected === secret.join(':') ? id : undefined
}

/** Each sandbox account of the six columns has an app of its own. */
const secretOf = (clientId: string): string | undefined => {
  if (clientId === sandboxApp.clientId) return sandboxApp.clientSecret
  const name = /^sandbox-client-(\w{1,20})$/.exec(clientId)?.[1]
  return name === undefined ? undefined : credentialsOf(name).client_secret
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** X compares callbacks with registered ones; the sandbox has registered every one on this machine. */
const isRegistered = (uri: string): boolean => {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, pathname } = new URL(uri)
  return protocol === 'http:' && loopback.has(hostname) && pathname === '/api/v1/x/callback'
}

const authorization = z.looseObject({
  response_type: z.literal('code'),
  client_id: z.string().refine((id) => secretOf(id) !== undefined, 'The client_id is not known.'),
  redirect_uri: z.string().refine(isRegistered, 'Callback URL not approved for this client application.'),
  scope: z.string().min(1),
  state: z.string().min(1).max(500),
  code_challenge: z.string().min(43).max(128),
  code_challenge_method: z.enum(['S256', 'plain']),
})
