import { dollars } from '../../src/schemas/money'
import { audited } from '../db/audit'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'
import { orBadGateway, whileOpen } from '../http/outbound'
import { trial } from '../models/trial'
import { invalid } from '../problems'
import { createModelLedger, getTold, uncounted } from '../repositories/modelCalls'
import { readModelSpending, setModelBudget } from '../repositories/modelSpending'

/** What models were told, what that cost, and trying one. */
export const register = (
  routes: Routes,
  { db, dialect, models, log, modelMoney: money = uncounted }: AppDeps,
): void => {
  routes.on('getTold', ({ ownerId, params }) => getTold(db, ownerId, params.replyId))

  routes.on('tryModel', async ({ ownerId, body, request }) => {
    const ledger = createModelLedger({ db, dialect, money, log }, ownerId, true)
    const began = performance.now()
    const { replies } = await orBadGateway(
      whileOpen(request, (signal) => models.generateReplies(trial(body.model_name), signal, ledger)),
    )
    const took_ms = Math.round(performance.now() - began)
    return {
      model: body.model_name,
      answer: replies[0] ?? '',
      took_ms,
      ...(await ledger.spent()),
    }
  })

  routes.on('getModelSpending', ({ ownerId }) => readModelSpending(db, ownerId, money, new Date()))

  routes.on('setModelBudget', async ({ ownerId, body: { daily } }) => {
    const { ceiling } = money
    if (daily !== null && ceiling !== null && daily > ceiling) {
      throw invalid('daily', `this server lets nobody spend more than ${dollars(ceiling)} a day`)
    }
    await audited(
      db,
      ownerId,
      'modelBudget.set',
      (trx) => setModelBudget(trx, ownerId, daily),
      () => ({ subject: daily === null ? 'none' : `${dollars(daily)} a day` }),
    )
    return { daily, ceiling }
  })
}
