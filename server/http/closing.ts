import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * A stop waits for what is being answered, and for nothing else. As it stops listening, Node (20 to 24) closes connections
 * that wait for their next request, but neither those on which none came yet, as browsers open them ahead, nor those whose
 * answer ends later: these would hold up the stop until `requestTimeout` and `keepAliveTimeout`.
 */
export const closeConnections = (app: FastifyInstance): void => {
  const unused = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    unused.delete(socket)
    response.once('close', () => {
      if (isClosing) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  })
}
