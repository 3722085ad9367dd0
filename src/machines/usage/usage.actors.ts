import { type Budget, moneyCalls, type Price, type Spending, type TaskSpending } from '../../schemas/usage/money'
import { provided } from '../crud/provided.actors'
import { createIfKnown, isUnknownCall, loaderOf, read, untilBack, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { createSpending } from './spending'

/** Providers know both calls or neither. */
const knowledge = provided(() => ({ ifKnown: createIfKnown() }))

const spendingOfX = createSpending<Spending>()

export const spending = provided((services) => {
  const { getSpending, setBudget } = services.client(moneyCalls)
  const { ifKnown } = knowledge(services)
  return spendingOfX.provide({
    actors: {
      load: read<{ spending: Spending | undefined }, unknown>(services, async (_, signal) => ({
        spending: await ifKnown(() => getSpending({ signal })),
      })),
      save: write<Budget, { daily: Price }>(({ daily }) => setBudget({ body: { daily } })),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof spendingOfX>,
  })
})

export const taskSpending = provided((services) => {
  const { getSpending, getTaskSpending } = services.client(moneyCalls)
  const { ifKnown } = knowledge(services)
  return loaderOf<TaskSpending | undefined, { taskId: string }>(services, async (signal, params) => {
    try {
      return await ifKnown(
        () => getTaskSpending({ params, signal }),
        () => getSpending({ signal }),
      )
    } catch (error) {
      if (isUnknownCall(error)) return undefined
      throw error
    }
  })
})
