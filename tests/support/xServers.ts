import { createServer, type Server as HttpServer, type RequestListener } from 'node:http'
import type { Server } from 'node:net'
import { sandboxAccounts } from '../../sandbox/accounts-data'
import type { Control } from '../../sandbox/x/control'
import { startXStandIn, type XStandIn } from '../../sandbox/x/standIn'
import { createXClient } from '../../server/x/client'

const [first, second] = sandboxAccounts(2)
if (first === undefined || second === undefined) throw new Error('no sandbox accounts')

export const account = first
export const other = second
export const reply = { text: 'Noon is when I wake up, so save me a cup <3', inReplyTo: '1790000000000000000' }

export const clientOf = (x: { baseUrl: string; bearerToken?: string }, timeoutMs = 30_000) =>
  createXClient({ baseUrl: x.baseUrl, bearerToken: x.bearerToken, timeoutMs })

const closers: (() => Promise<unknown>)[] = []

export const closeLater = (close: () => Promise<unknown>): void => {
  closers.push(close)
}

export const closeAll = async (): Promise<void> => {
  await Promise.all(closers.splice(0).map((close) => close()))
}

export const portOf = (server: Server | HttpServer): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}

/**
 * Answers in X's place on loopback until `closeAll`, which also cuts unanswered calls.
 *
 * @returns its address
 */
export const serveX = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${portOf(server)}`
}

/** A stand-in for X until `closeAll`. Accounts may reply to any post, unless `options` limit that. */
export const standIn = async (options: Control = {}): Promise<XStandIn> => {
  const x = await startXStandIn({ options: { replyRule: 'open', ...options } })
  closeLater(x.close)
  return x
}
