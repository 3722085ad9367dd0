import type { Transaction } from 'kysely'
import { type Budget, dollars } from '../../src/schemas/money'
import { audited } from '../db/audit'
import type { Database } from '../db/schema'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'
import { invalid } from '../problems'
import { setBudget, unlimited } from '../repositories/budgets'
import { uncounted } from '../repositories/modelCalls'
import { readModelSpending } from '../repositories/modelSpending'
import { setOwnBudget } from '../repositories/ownBudgets'
import { readSpending, readTaskSpending } from '../repositories/spending'

/** What calls to X and of models cost, and how much they may. */
export const register = (
  routes: Routes,
  { db, delivery, models, money = unlimited, modelMoney = uncounted }: AppDeps,
): void => {
  /** @throws HttpProblem 422 above the ceiling. */
  const change = async (
    ownerId: number,
    asked: Budget,
    action: string,
    write: (trx: Transaction<Database>) => Promise<void>,
  ): Promise<Budget> => {
    const { daily, ceiling } = asked
    if (daily !== null && ceiling !== null && daily > ceiling) {
      throw invalid('daily', `this server lets nobody spend more than ${dollars(ceiling)} a day`)
    }
    await audited(db, ownerId, action, write, () => ({ subject: daily === null ? 'none' : `${dollars(daily)} a day` }))
    return asked
  }

  routes.on('getSpending', ({ ownerId }) => readSpending(db, ownerId, money, new Date()))

  routes.on('getTaskSpending', ({ ownerId, params }) => readTaskSpending(db, ownerId, params.taskId))

  routes.on('getModelSpending', ({ ownerId }) =>
    readModelSpending(db, ownerId, modelMoney, { now: new Date(), ownerOf: models.ownerOf }),
  )

  routes.on('setBudget', async ({ ownerId, body: { daily } }) => {
    const { ceiling } = money
    const budget = await change(ownerId, { daily, ceiling }, 'budget.set', (trx) => setBudget(trx, ownerId, daily))
    delivery.wake()
    return budget
  })

  routes.on('setModelBudget', ({ ownerId, body: { daily } }) => {
    const { ceiling } = modelMoney
    const store = (trx: Transaction<Database>) => setOwnBudget(trx, { table: 'model_budgets', ownerId }, daily)
    return change(ownerId, { daily, ceiling }, 'modelBudget.set', store)
  })
}
