import { audit } from '../db/audit'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'
import { orBadGateway, whileOpen } from '../http/outbound'
import { trial } from '../models/trial'
import { createModelLedger, getTold, uncounted } from '../repositories/modelCalls'

/** What models were told, and trying one. */
export const register = (
  routes: Routes,
  { db, models, log, settings: { allowances }, modelMoney: money = uncounted }: AppDeps,
): void => {
  routes.on('getTold', ({ ownerId, params }) => getTold(db, ownerId, params.replyId))

  routes.on('tryModel', async ({ ownerId, body, request }) => {
    const ledger = createModelLedger({ db, money, allowances, log }, ownerId)
    const began = performance.now()
    const { replies } = await orBadGateway(
      whileOpen(request, (signal) => models.generateReplies(trial(body.model_name), signal, ledger)),
    )
    await audit(db, ownerId, 'model.tried', body.model_name)
    const took_ms = Math.round(performance.now() - began)
    return {
      model: body.model_name,
      answer: replies[0] ?? '',
      took_ms,
      ...(await ledger.spent()),
    }
  })
}
