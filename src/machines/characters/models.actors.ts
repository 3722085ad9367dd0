import {
  type DraftPrompt,
  type Model,
  type ModelSpending,
  modelCalls,
  type Provider,
  type Tried,
} from '../../schemas/characters/models'
import { isNamed } from '../../schemas/unreadable'
import type { Budget, Price } from '../../schemas/usage/money'
import { provided } from '../crud/provided.actors'
import { createIfKnown, isUnknownCall, loaderOf, read, untilBack, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { createSpending } from '../usage/spending'
import { modelTrialMachine } from './modelTrial'

export interface ModelList {
  models: Model[]
  /** Providers whose models are missing in the list. */
  unlisted: Provider[]
}

export const modelList = provided((services) => {
  const { listModels, listProviders } = services.client(modelCalls)
  return loaderOf<ModelList>(services, async (signal) => {
    const models = await listModels({ signal })
    const providers = await listProviders({ signal }).catch((error) => {
      if (!isUnknownCall(error) && !signal.aborted) services.report(error)
      return []
    })
    return { models: models.filter(isNamed), unlisted: providers.filter(({ problem }) => problem !== null) }
  })
})

const spendingOnModels = createSpending<ModelSpending>()

const asking = provided((services) => {
  const { getModelSpending } = services.client(modelCalls)
  const ifKnown = createIfKnown()
  return (signal: AbortSignal) => ifKnown(() => getModelSpending({ signal }))
})

export const modelSpending = provided((services) => {
  const { setModelBudget } = services.client(modelCalls)
  const ask = asking(services)
  return spendingOnModels.provide({
    actors: {
      load: read<{ spending: ModelSpending | undefined }, unknown>(services, async (_, signal) => ({
        spending: await ask(signal),
      })),
      save: write<Budget, { daily: Price }>(({ daily }) => setModelBudget({ body: { daily } })),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof spendingOnModels>,
  })
})

export const modelPrices = provided((services) =>
  loaderOf<ModelSpending | undefined>(services, asking(services), { changes: services.modelChanges }),
)

export const promptOfReply = provided((services) => {
  const { getPrompt } = services.client(modelCalls)
  return loaderOf<DraftPrompt, { replyId: string }>(services, (signal, params) => getPrompt({ params, signal }))
})

export const modelTrial = provided((services) => {
  const { tryModel } = services.client(modelCalls)
  return modelTrialMachine.provide({
    actors: {
      tryModel: read<Tried, { model_name: string }>(services, (body, signal) => tryModel({ body, signal })),
    } satisfies AllActors<typeof modelTrialMachine>,
  })
})
