import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { closeLater, portOf } from './xServers'

export type Tunnel = (socket: Socket, target: string) => void

export const refusing =
  (status: number): Tunnel =>
  (socket) =>
    void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 2\r\n\r\nno`)

/** Connects to that port on loopback, whatever the target; `spy` sees what the client sends. */
export const tunnelTo =
  (port: number, spy: (bytes: Buffer, client: Socket) => void = () => undefined): Tunnel =>
  (client) => {
    const behind = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client
        .on('data', (bytes) => spy(bytes, client))
        .pipe(behind)
        .pipe(client)
    })
    behind.on('error', () => client.destroy())
    client.on('error', () => behind.destroy()).on('close', () => behind.destroy())
  }

/** An HTTP proxy on loopback until `closeAll`. */
export const startProxy = async (tunnel: Tunnel) => {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? 'nobody'}`)
    response.setHeader('content-type', 'application/json')
    const isKnown = request.headers['proxy-authorization'] !== undefined
    response.writeHead(isKnown ? 200 : 407).end('{"data":[{"id":"through-proxy"}]}')
  })
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? 'nobody'}`)
    socket.on('error', () => undefined)
    tunnel(socket, request.url ?? '')
  })
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: portOf(server), asked }
}
