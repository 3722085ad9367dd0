import { isIPv4 } from 'node:net'

/** The names that a browser on this machine uses, whatever else the server is called. */
export const loopbackNames = ['127.0.0.1', 'localhost', '::1']

/** `127.evil.test` is a name that may point anywhere. */
export const isLoopbackName = (host: string): boolean =>
  loopbackNames.includes(host) || (isIPv4(host) && host.startsWith('127.'))
