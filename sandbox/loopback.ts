import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Listens on 127.0.0.1.
 *
 * @param port the wanted port; if it is 0 or in use, a free one.
 */
export const listenOnLoopback = async (listener: RequestListener, port: number): Promise<Server> => {
  const server = createServer({ keepAliveTimeout: 5000 }, listener)
  try {
    await listen(server, port)
  } catch (error) {
    if (port === 0 || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    await listen(server, 0)
  }
  return server
}

export const originOf = (server: Server): string => `http://127.0.0.1:${portOf(server)}`

export const portOf = (server: Server): number => {
  const address: string | AddressInfo | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stand-in does not listen')
  return address.port
}

/** Ends every connection, even hanging ones. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** False for a page of another site whose host name resolves to this machine (DNS rebinding). */
export const isAddressedToLoopback = ({ headers: { host = '' } }: IncomingMessage): boolean =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)

/** @throws Error beyond `max` bytes. */
export const readBody = async (request: IncomingMessage, max = 4 * 1024 * 1024): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > max) throw new Error('the body is too large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
