import { isIPv4 } from 'node:net'

/** Names that browsers on this machine use. */
export const loopbackNames = ['127.0.0.1', 'localhost', '::1']

/** `127.evil.test` is a name that may resolve to any address. */
export const isLoopbackName = (host: string): boolean =>
  loopbackNames.includes(host) || (isIPv4(host) && host.startsWith('127.'))
