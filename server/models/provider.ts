import { basicAuth, unescaped } from '../outgoing/proxy'

export interface Provider {
  /** The name for operators; by default, the host of the provider. */
  name?: string | undefined
  /**
   * With the version, as in `https://api.openai.com/v1`. A query, such as Azure's `api-version`, is part of every call.
   */
  baseUrl: string
  /** Undefined if the provider needs no key. */
  apiKey?: string | undefined
  /** Part of every call, such as OpenRouter's `HTTP-Referer`. May contain secrets. */
  headers?: Record<string, string>
}

export const nameOf = ({ name, baseUrl }: Pick<Provider, 'name' | 'baseUrl'>): string => name ?? new URL(baseUrl).host

const completions = '/chat/completions'

export const endpoint = ({ baseUrl }: Provider, path: '/models' | typeof completions): URL => {
  const url = new URL(baseUrl)
  const base = url.pathname.replace(/\/$/, '')
  url.pathname = (base.endsWith(completions) ? base.slice(0, -completions.length) : base) + path
  return url
}

const azure = ['.openai.azure.com', '.services.ai.azure.com', '.cognitiveservices.azure.com']

/** Azure expects the key as `api-key`, other providers as a bearer token. A configured header of either name wins. */
export const headersOf = ({ baseUrl, apiKey, headers = {} }: Provider): Record<string, string> => {
  const named = Object.keys(headers).map((name) => name.toLowerCase())
  if (apiKey === undefined || named.includes('authorization') || named.includes('api-key')) return headers
  const { hostname } = new URL(baseUrl)
  const isAzure = azure.some((domain) => hostname.endsWith(domain))
  return { ...(isAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` }), ...headers }
}

/**
 * True if a value is a word such as a gateway's `x-portkey-provider: anthropic`, or a version such as Azure's
 * `api-version=2024-10-21`. Refusals contain such values.
 */
const isWord = ([name, value]: readonly [string, string]) =>
  /^(?:[a-z-]{1,20}|v?\d{1,4}(?:[.-]\d{1,2}){0,2}(?:-preview)?)$/.test(value) &&
  !/auth|key$|token|secret|pass|cookie/i.test(name)

/** Values that no answer and no log may contain: the key, the headers, and the user and the query of the address. */
export const secretsOf = ({ apiKey, baseUrl, headers = {} }: Provider): string[] => {
  const url = new URL(baseUrl)
  const written = url.search
    .slice(1)
    .split('&')
    .map((pair) => [pair.replace(/=.*/s, ''), pair.replace(/^[^=]*=/, '')] as const)
  const named = [...Object.entries(headers), ...url.searchParams, ...written]
  const hidden = named.flatMap((each) => (isWord(each) ? [] : [each[1]]))
  const userInfo = [url.username, url.password].flatMap((value) => [value, unescaped(value)])
  const values = [apiKey, ...hidden, ...userInfo, basicAuth(url)].flatMap((value = '') => [
    value,
    value.replace(/^(?:Bearer|Basic) /i, ''),
  ])
  // The longest first, because a secret may begin with another one.
  return [...new Set(values)].filter(({ length }) => length >= 6).sort(byLength)
}

const byLength = (one: string, other: string) => other.length - one.length

/** Azure's classic address contains the only model in its path, and has no list of models. */
export const modelInAddress = ({ baseUrl }: Provider): string | undefined =>
  /\/openai\/deployments\/([^/]+)/.exec(new URL(baseUrl).pathname)?.[1]
