import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { minuteMs } from '../time/clock'

export interface Patience {
  /**
   * Ms that a caller may send nothing of a request, read nothing of an answer, or keep a connection open that the
   * server closed.
   */
  silentMs: number
  /** The same limit while the server stops. */
  silentAtStopMs: number
}

/** Longer than the pause between two beats of a task stream. */
const usualPatience: Patience = { silentMs: minuteMs, silentAtStopMs: 5_000 }

/**
 * Ends connections that would stay forever, together with all answers that they wait for.
 *
 * A stop waits only for answers in progress. When Node (20 to 24) stops listening, it closes connections that wait for
 * their next request, and ignores all others. These would block the stop: connections without a first request, which
 * browsers open in advance, incomplete requests, and answers that the caller does not read.
 *
 * With pipelined requests, Node informs only the first answer that its connection is gone. The sources of the other
 * answers, such as files, would stay open.
 */
export const closeConnections = (app: FastifyInstance, patience: Patience = usualPatience): void => {
  const connections = new Map<Socket, Set<ServerResponse>>()
  let isClosing = false

  const isAnswering = (socket: Socket): boolean =>
    !socket.writableEnded && [...(connections.get(socket) ?? [])].some(({ req }) => req.complete)

  app.server.setTimeout(patience.silentMs, (socket) => {
    if (socket.writableLength > 0 || !isAnswering(socket)) socket.destroy()
  })
  app.server.on('connection', (socket) => {
    const underWay = new Set<ServerResponse>()
    connections.set(socket, underWay)
    socket.once('close', () => {
      connections.delete(socket)
      for (const response of underWay) if (response.socket === null) response.destroy().emit('close')
    })
  })
  app.server.on('request', ({ socket }, response) => {
    const underWay = connections.get(socket)
    underWay?.add(response)
    response.once('close', () => {
      underWay?.delete(response)
      if (isClosing && underWay?.size === 0) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const [socket, underWay] of connections) {
      if (underWay.size > 0) socket.setTimeout(patience.silentAtStopMs)
      else socket.destroy()
    }
  })
}
