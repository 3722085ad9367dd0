import type { FastifyInstance } from 'fastify'
import { version } from '../../../package.json'
import { assertAnswers } from '../../db/database'
import type { AppDeps } from '../../deps'

/** For the process manager: alive, and able to serve. */
export const register = (app: FastifyInstance, { db, delivery, isInPlace }: AppDeps): void => {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive', version }))

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (!isInPlace()) {
      return reply.code(503).send({ detail: 'The database file was removed or replaced: start the server again' })
    }
    try {
      await assertAnswers(db)
      const obstacle = delivery.obstacle()
      return { status: 'ready', ...(obstacle === undefined ? {} : { sending: `Nothing is sent: ${obstacle}` }) }
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      return reply.code(503).send({ detail: 'The database does not answer' })
    }
  })
}
