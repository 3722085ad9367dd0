import type { FastifyInstance } from 'fastify'
import { assertAnswers } from '../../db/database'
import * as words from '../../db/words'
import type { AppDeps } from '../../deps'
import { product } from '../../product'

/** For the process manager: whether the server is alive and able to work. */
export const register = (app: FastifyInstance, { db, delivery, isInPlace, isStopping }: AppDeps): void => {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive', ...product }))

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (isStopping?.()) return reply.code(503).send({ detail: words.stopping })
    if (!isInPlace()) return reply.code(503).send({ detail: words.fileReplaced })
    try {
      await assertAnswers(db)
      const obstacle = delivery.obstacle()
      return { status: 'ready', ...(obstacle === undefined ? {} : { sending: words.nothingSent(obstacle) }) }
    } catch (error) {
      request.log.warn({ err: error }, words.databaseSilent)
      return reply.code(503).send({ detail: words.databaseSilentAnswer })
    }
  })
}
