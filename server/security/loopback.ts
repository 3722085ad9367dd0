import { isIP, isIPv4, SocketAddress } from 'node:net'

/** Names that browsers on this machine use. */
export const loopbackNames = ['127.0.0.1', 'localhost', '::1']

/** `127.evil.test` is a name that may resolve to any address. */
export const isLoopbackName = (host: string): boolean =>
  loopbackNames.includes(host) || (isIPv4(host) && host.startsWith('127.'))

/** @returns `203.0.113.9` for `203.0.113.9:4711` and `::ffff:203.0.113.9`, `2001:db8::1` for `[2001:DB8:0::1]:443`. */
export const canonicalAddress = (entry = ''): string | undefined => {
  const [, v6, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? []
  const [address = ''] = (v6 ?? v4 ?? entry).split('%', 1)
  const version = isIP(address)
  if (version === 0) return undefined
  const written = new SocketAddress({ address, family: version === 6 ? 'ipv6' : 'ipv4' }).address
  return written.replace(/^::ffff:(?=\d+\.)/, '')
}
