import { audit } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import type { Routes } from '../../http/define'
import { orBadGateway, whileOpen } from '../../http/outbound'
import { tokenPriceOf } from '../../models/prices'
import { trial } from '../../models/trial'
import { averageTimes, createModelLedger, getPrompt, uncounted } from '../../usage/modelCalls.store'
import { readModelSpending } from '../../usage/modelSpending.store'
import { changeBudget, setOwnBudget } from '../../usage/ownBudgets.store'

export const register = (
  routes: Routes,
  { db, models, log, settings: { allowances }, modelMoney: money = uncounted }: AppDeps,
): void => {
  routes.on('listModels', async ({ ownerId, request }) => {
    const listed = await orBadGateway(whileOpen(request, (signal) => models.listModels(signal)))
    const times = await averageTimes(db, ownerId, new Date())
    const isOneOfSeveral = new Set(listed.map(({ provider }) => provider)).size > 1
    return listed.map(({ id, name = id, provider = '', context_tokens, shutdown_date }) => {
      const price = tokenPriceOf(money.card, provider, name)
      const took_ms = times.get(`${provider}/${name}`)
      return {
        id,
        ...(isOneOfSeveral ? { provider } : {}),
        ...(price === undefined ? {} : { price }),
        ...(context_tokens === undefined ? {} : { context_tokens }),
        ...(shutdown_date === undefined ? {} : { shutdown_date }),
        ...(took_ms === undefined ? {} : { took_ms }),
      }
    })
  })

  routes.on('listProviders', async () => models.providers())

  routes.on('getPrompt', ({ ownerId, params }) => getPrompt(db, ownerId, params.replyId))

  routes.on('getModelSpending', ({ ownerId }) =>
    readModelSpending(db, ownerId, money, { now: new Date(), ownerOf: models.ownerOf }),
  )

  routes.on('setModelBudget', ({ ownerId, body: { daily } }) => {
    const { ceiling } = money
    const change = { action: 'modelBudget.set', asked: { daily, ceiling } }
    return changeBudget(db, ownerId, change, (trx) => setOwnBudget(trx, { table: 'model_budgets', ownerId }, daily))
  })

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
