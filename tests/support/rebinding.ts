import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Rebinding {
  proxy: string
  close(): Promise<void>
}

/**
 * A proxy in whose network every name first leads to a stranger, who answers `/page`, and then to the server at
 * `target`, like DNS rebinding. Requests are passed on unchanged, with their Host header.
 */
export const startRebinding = async (target: string): Promise<Rebinding> => {
  const { hostname, port } = new URL(target)
  const server = createServer((asked, answer) => {
    const { pathname, search } = new URL(asked.url ?? '', 'http://proxy.invalid')
    if (pathname === '/page') {
      answer.setHeader('content-type', 'text/html').end('<!doctype html><title>A stranger</title>')
      return
    }
    const { method, headers } = asked
    const handedOn = request({ hostname, port, path: `${pathname}${search}`, method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    handedOn.on('error', () => answer.writeHead(502).end())
    asked.pipe(handedOn)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
