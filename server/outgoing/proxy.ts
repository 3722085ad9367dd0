import { getProxyForUrl } from 'proxy-from-env'
import { isLoopbackName } from '../security/loopback'

const isLoopback = ({ hostname }: URL): boolean =>
  isLoopbackName(hostname.replace(/^\[|\]$/g, '')) || /^\[::ffff:7f|\.localhost$/.test(hostname)

/**
 * The proxy that HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, or the same in lower case, name for an address.
 *
 * @throws Error that names the variable, and no password, if a proxy of that kind is not supported.
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

/** The proxy of an address in words that follow a sentence; nothing without a proxy. */
export const throughProxy = (url: URL): string => {
  const proxy = proxyOf(url)
  return proxy === undefined ? '' : `, through the proxy ${proxy.host}`
}

/** What a user name and password in an address send. */
export const basicAuth = ({ username, password }: URL): string | undefined => {
  if (username === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${unescaped(username)}:${unescaped(password)}`).toString('base64')}`
}

/** A part of an address as it was meant, or as it is where it has a lone `%`. */
export const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
