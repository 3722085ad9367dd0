import { createLoader } from '../machines/loader'
import type { AllActors } from '../machines/service'
import { createSpending } from '../machines/spending'
import { type Budget, moneyCalls, type Price, type Spending, type Total } from '../schemas/money'
import type { ConsoleServices } from '../services/services'
import { provided } from './provided'
import { isUnknownCall, read, reloadsAt, write } from './requests'

/** Another provider does not know the calls: it is asked once. */
const knowledge = provided(() => ({ knowsMoney: true }))

const ifKnown = async <T>(services: ConsoleServices, ask: () => Promise<T>): Promise<T | undefined> => {
  const known = knowledge(services)
  if (!known.knowsMoney) return undefined
  try {
    return await ask()
  } catch (error) {
    if (!isUnknownCall(error)) throw error
    known.knowsMoney = false
    return undefined
  }
}

const spendingOfX = createSpending<Spending>()

export const spending = provided((services) => {
  const { getSpending, setBudget } = services.client(moneyCalls)
  return spendingOfX.provide({
    actors: {
      load: read<{ spending: Spending | undefined }, unknown>(services, async (_, signal) => ({
        spending: await ifKnown(services, () => getSpending({ signal })),
      })),
      save: write<Budget, { daily: Price }>(({ daily }) => setBudget({ body: { daily } })),
    } satisfies AllActors<typeof spendingOfX>,
  })
})

const taskTotal = createLoader<Total | undefined, { taskId: string }>()

export const taskSpending = provided((services) => {
  const { getTaskSpending } = services.client(moneyCalls)
  return taskTotal.provide({
    actors: {
      load: read<{ data: Total | undefined }, { params: { taskId: string } }>(services, async ({ params }, signal) => ({
        data: await ifKnown(services, () => getTaskSpending({ params, signal })),
      })),
      watchChanges: reloadsAt(),
    } satisfies AllActors<typeof taskTotal>,
  })
})
