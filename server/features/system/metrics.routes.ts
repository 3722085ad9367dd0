import { timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { canonicalUrl, refuseAmbiguous } from '../../http/canonical'
import { answerErrors, answerNotFound, errorForm } from '../../http/errors'
import { registerHostCheck } from '../../http/host'
import * as words from '../../http/words'
import type { Metrics } from '../../metrics/metrics'
import { HttpProblem } from '../../problems'
import { loopbackNames } from '../../security/loopback'
import { hashToken } from '../../security/tokens'

/**
 * `GET /metrics` in Prometheus' text format, even while the database does not answer.
 * @param token the required bearer token; undefined if nobody else can reach the address
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

/** The duration does not depend on the first different character. */
const isSame = (token: string, authorization = ''): boolean =>
  timingSafeEqual(Buffer.from(hashToken(`Bearer ${token}`)), Buffer.from(hashToken(authorization)))

/**
 * A separate port only for the metrics. Closing the app closes the port. Without a token, the check of the host name
 * stops a stranger's page that reaches this address by a name of its own.
 */
export const listenForMetrics = async (
  metrics: Metrics,
  at: { host: string; port: number; token: string | undefined },
): Promise<{ address: string; close(): Promise<void> }> => {
  const app = Fastify({ forceCloseConnections: true, rewriteUrl: canonicalUrl, ...errorForm })
  answerErrors(app)
  app.setNotFoundHandler((_request, reply) => answerNotFound(reply))
  refuseAmbiguous(app, () => false)
  if (at.token === undefined) registerHostCheck(app, [...loopbackNames, at.host], new Set())
  register(app, metrics, at.token)
  const address = await app.listen({ host: at.host, port: at.port })
  return { address, close: () => app.close() }
}
