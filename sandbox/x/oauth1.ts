import { createHmac, timingSafeEqual } from 'node:crypto'

/** Percent-encoding of RFC 5849, section 3.6. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * The signature base string of RFC 5849, section 3.4.1.
 *
 * @param url absolute, with its query.
 * @param parameters those outside the query: the `oauth_` ones and the fields of a form body; `realm` and
 * `oauth_signature` are left out.
 */
export const baseString = (method: string, url: string, parameters: readonly (readonly [string, string])[]): string => {
  const { protocol, host, pathname, searchParams } = new URL(url)
  const encoded = [...searchParams, ...parameters]
    .filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => order(a, b) || order(x, y))
    .map((pair) => pair.join('='))
    .join('&')
  return [method.toUpperCase(), `${protocol}//${host}${pathname}`, encoded].map(percentEncode).join('&')
}

/** HMAC-SHA1 of RFC 5849, section 3.4.2, in base64. */
export const sign = (base: string, consumerSecret: string, tokenSecret: string): string =>
  createHmac('sha1', `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`)
    .update(base)
    .digest('base64')

/** The duration does not depend on the first difference. */
export const sameSignature = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The parameters of an `Authorization: OAuth ...` header; undefined for another or malformed one. */
export const parseAuthorization = (header: string): Map<string, string> | undefined => {
  const trimmed = header.trim()
  if (!/^OAuth\s/i.test(trimmed)) return undefined
  const parameters = new Map<string, string>()
  for (const item of trimmed.slice('OAuth '.length).split(',')) {
    const pair = /^\s*([^=\s]+)="([^"]*)"\s*$/.exec(item)
    const [name, value] = [decode(pair?.[1]), decode(pair?.[2])]
    if (name === undefined || value === undefined || parameters.has(name)) return undefined
    parameters.set(name, value)
  }
  return parameters
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const decode = (text: string | undefined) => {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
