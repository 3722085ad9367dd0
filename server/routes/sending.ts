import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'
import { conflict, HttpProblem } from '../problems'
import { countByStandIn } from '../repositories/replies'

export const register = (routes: Routes, { db, delivery, settings }: AppDeps): void => {
  /** Made-up texts are for the stand-in of X alone. */
  const refuseStandIn = async (ownerId: number, ids: readonly (string | number)[]) => {
    if (settings.meta.sandbox) return
    const found = await countByStandIn(db, ownerId, ids.map(String))
    if (found > 0) throw conflict(standInWrote(found, ids.length))
  }

  routes.on('batchPostReplies', async ({ ownerId, body, request }) => {
    await refuseStandIn(ownerId, body.reply_ids)
    return delivery.enqueueBatch(ownerId, body, idempotencyKey(request))
  })

  routes.on('postReply', async ({ ownerId, body, request }) => {
    await refuseStandIn(ownerId, [body.reply_id])
    return delivery.enqueueSolo(ownerId, body, idempotencyKey(request))
  })
}

const standInWrote = (found: number, all: number): string => {
  const which = all === 1 ? 'This reply was' : `${found} of these ${all} replies were`
  return `${which} made up by the stand-in for the model, and X is the real one: nothing was sent. Configure a model (OPENAI_API_KEY or OPENAI_BASE_URL) and write them anew, or rewrite them by hand.`
}

/** The `Idempotency-Key` header, an opaque string (draft-ietf-httpapi-idempotency-key-header). */
const idempotencyKey = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new HttpProblem(400, 'Idempotency-Key must be 1 to 200 visible ASCII characters')
}
