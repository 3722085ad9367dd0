import type { FastifyInstance } from 'fastify'
import { setupHeader } from '../../src/schemas/session/auth'

/** Lets browsers on one other origin call the API with a bearer token (Fetch standard, CORS protocol). */
export const registerCors = (app: FastifyInstance, origin: string): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    reply.header('vary', 'Origin')
    if (request.headers.origin !== origin) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'x-request-id, x-next-before',
    })
  })
  app.options('/api/*', { schema: { hide: true } }, async (request, reply) => {
    if (request.headers.origin === origin) {
      reply.headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': `authorization, content-type, idempotency-key, ${setupHeader.toLowerCase()}`,
        'access-control-max-age': '600',
      })
    }
    return reply.code(204).send()
  })
}
