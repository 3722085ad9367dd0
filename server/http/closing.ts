import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { minuteMs } from '../clock'

export interface Patience {
  /** How long a caller may send nothing of a request, take nothing of an answer, or leave open what was closed here, in ms. */
  silentMs: number
  /** The same while the server stops. */
  silentAtStopMs: number
}

/** Longer than a task stream is between two beats. */
const usualPatience: Patience = { silentMs: minuteMs, silentAtStopMs: 5_000 }

/**
 * Ends connections that would stay for ever, and with each of them every answer that it waited for.
 *
 * A stop waits for what is being answered, and for nothing else. As it stops listening, Node (20 to 24) closes connections
 * that wait for their next request, and looks after no other from then on: one on which no request came yet, as browsers
 * open them ahead, one whose request does not come to its end, and one whose answer nobody takes would hold up the stop.
 *
 * Of requests that came one behind the other (pipelining), Node tells the first answer alone that its connection is gone:
 * what the others read from would stay open, such as a file.
 */
export const closeConnections = (app: FastifyInstance, patience: Patience = usualPatience): void => {
  /** The answers that each waits for. */
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
