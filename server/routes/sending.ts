import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'
import { HttpProblem } from '../problems'

export const register = (routes: Routes, { delivery }: AppDeps): void => {
  routes.on('batchPostReplies', ({ ownerId, body, request }) =>
    delivery.enqueueBatch(ownerId, body, idempotencyKey(request)),
  )

  routes.on('postReply', ({ ownerId, body, request }) => delivery.enqueueSolo(ownerId, body, idempotencyKey(request)))
}

/** The `Idempotency-Key` header, an opaque string (draft-ietf-httpapi-idempotency-key-header). */
const idempotencyKey = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new HttpProblem(400, 'Idempotency-Key must be 1 to 200 visible ASCII characters')
}
