import { getProxyForUrl } from 'proxy-from-env'
import { isLoopbackName } from '../security/loopback'

const isLoopback = ({ hostname }: URL): boolean =>
  isLoopbackName(hostname.replace(/^\[|\]$/g, '')) || /^\[::ffff:7f|\.localhost$/.test(hostname)

/**
 * Finds the proxy of an address in HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in upper or lower case.
 *
 * @throws Error with the name of the variable, and without a password, for unsupported kinds of proxies.
 */
export const proxyOf = (url: URL): URL | undefined => {
  if (isLoopback(url) || getProxyForUrl(url.href) === '') return undefined
  const scheme = url.protocol.slice(0, -1)
  const variable = [`${scheme}_proxy`, 'all_proxy']
    .flatMap((name) => [name, name.toUpperCase()])
    .find((name) => process.env[name])
  const value = process.env[variable ?? '']?.trim() ?? ''
  const address = value.includes('://') ? value : `http://${value}`
  if (URL.canParse(address)) {
    const proxy = new URL(address)
    if (/^https?:$/.test(proxy.protocol) && proxy.hostname !== '') return proxy
  }
  throw new Error(`${variable} must be the address of an HTTP proxy, such as http://proxy.example:3128`)
}

/** @returns the proxy of an address, to append to a sentence; '' without a proxy. */
export const throughProxy = (url: URL): string => {
  const proxy = proxyOf(url)
  return proxy === undefined ? '' : `, through the proxy ${proxy.host}`
}

/** @returns the Authorization header for the user name and password of an address. */
export const basicAuth = ({ username, password }: URL): string | undefined => {
  if (username === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${unescaped(username)}:${unescaped(password)}`).toString('base64')}`
}

/** @returns the decoded part of an address, or the part itself if it contains a lone `%`. */
export const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
