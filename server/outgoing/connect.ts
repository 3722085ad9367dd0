import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import net, { type Socket } from 'node:net'
import tls from 'node:tls'
import { basicAuth, proxyOf } from './proxy'

/** No byte of the request left this process. */
export class NotSent extends Error {}

export interface Connection {
  socket: Socket
  /** The proxy that forwards a request without TLS. */
  forwarder?: URL
}

/**
 * Opens a connection to the host of an address, with TLS for https, through the proxy in the environment.
 *
 * @throws NotSent
 */
export const connect = async (url: URL, signal: AbortSignal): Promise<Connection> => {
  const opened: Socket[] = []
  try {
    const proxy = proxyOf(url)
    if (proxy === undefined) return { socket: await direct(url, signal, opened) }
    const socket = await direct(proxy, signal, opened).catch((error: unknown) => {
      throw new Error(`the proxy ${proxy.host} cannot be reached: ${reasonOf(error)}`)
    })
    if (url.protocol !== 'https:') return { socket, forwarder: proxy }
    await openTunnel(socket, proxy, url, signal)
    return { socket: await direct(url, signal, opened, socket) }
  } catch (error) {
    for (const socket of opened) socket.destroy()
    if (signal.aborted) throw new NotSent('the connection was not established in time', { cause: signal.reason })
    throw new NotSent(reasonOf(error), { cause: error })
  }
}

/** @param tunnel an open connection through a proxy. */
const direct = async (url: URL, signal: AbortSignal, opened: Socket[], tunnel?: Socket): Promise<Socket> => {
  signal.throwIfAborted()
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const to = tunnel ? { socket: tunnel } : { host, port: portOf(url) }
  const socket = secure
    ? tls.connect({ ...to, ALPNProtocols: ['http/1.1'], ...(net.isIP(host) === 0 ? { servername: host } : {}) })
    : net.connect({ host, port: portOf(url) })
  opened.push(socket)
  // An error without a listener would end the process.
  socket.on('error', () => undefined)
  await once(socket, secure ? 'secureConnect' : 'connect', { signal })
  return socket.setNoDelay(true)
}

/** Uses Node's own client, because agents in packages return a proxy's refusal as if it were the host's answer. */
const openTunnel = async (socket: Socket, proxy: URL, url: URL, signal: AbortSignal): Promise<void> => {
  const target = `${url.hostname}:${portOf(url)}`
  const authorization = basicAuth(proxy)
  const request = http.request({
    method: 'CONNECT',
    path: target,
    setHost: false,
    headers: { host: target, ...(authorization ? { 'proxy-authorization': authorization } : {}) },
    createConnection: () => socket,
  })
  request.on('error', () => undefined)
  const answered = once(request, 'connect', { signal })
  request.end()
  const [response, , head] = (await answered.catch((error: unknown) => {
    throw new Error(`the proxy ${proxy.host} did not open a tunnel: ${reasonOf(error)}`)
  })) as [IncomingMessage, Socket, Buffer]
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) throw new Error(refusedBy(proxy, status))
  if (head.length > 0) socket.unshift(head)
}

export const refusedBy = (proxy: URL, status: number): string =>
  `the proxy ${proxy.host} refused the connection (HTTP status ${status}${status === 407 ? ', it asks for a user name and password' : ''})`

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

/** @returns the message of the first cause. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  // OpenSSL's own message contains names of its source files.
  if (error instanceof Error && 'reason' in error && 'library' in error) return `TLS: ${error.reason}`
  if (error instanceof Error) return error.message || error.name
  return 'the connection ended without an answer'
}
