import { timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { registerHostCheck } from '../../http/host'
import * as words from '../../http/words'
import type { Metrics } from '../../metrics/metrics'
import { HttpProblem } from '../../problems'
import { loopbackNames } from '../../security/loopback'
import { hashToken } from '../../security/tokens'

/**
 * `GET /metrics` in Prometheus' text format, also while the database does not answer.
 *
 * @param token who reads has to send it as a bearer token; undefined where nobody else reaches the address.
 */
export const register = (app: FastifyInstance, metrics: Metrics, token: string | undefined): void => {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token !== undefined && !isSame(token, request.headers.authorization)) {
      reply.header('www-authenticate', 'Bearer')
      throw new HttpProblem(401, words.metricsToken)
    }
    return reply.type(metrics.contentType).send(await metrics.read())
  })
}

/** Takes as long whichever character differs. */
const isSame = (token: string, authorization = ''): boolean =>
  timingSafeEqual(Buffer.from(hashToken(`Bearer ${token}`)), Buffer.from(hashToken(authorization)))

/**
 * A port of its own for the metrics alone. Closing it ends it. Without a token a page of a stranger must not read them by a
 * name that was made to point here.
 */
export const listenForMetrics = async (
  metrics: Metrics,
  at: { host: string; port: number; token: string | undefined },
): Promise<{ address: string; close(): Promise<void> }> => {
  const app = Fastify({ forceCloseConnections: true })
  if (at.token === undefined) registerHostCheck(app, [...loopbackNames, at.host], new Set())
  register(app, metrics, at.token)
  const address = await app.listen({ host: at.host, port: at.port })
  return { address, close: () => app.close() }
}
