import type { AppDeps } from '../../deps'
import type { Routes } from '../../http/define'
import { setBudget, unlimited } from '../../usage/budgets.store'
import { changeBudget } from '../../usage/ownBudgets.store'
import { readSpending, readTaskSpending } from '../../usage/spending.store'

export const register = (routes: Routes, { db, delivery, money = unlimited }: AppDeps): void => {
  routes.on('getSpending', ({ ownerId }) => readSpending(db, ownerId, money, new Date()))

  routes.on('getTaskSpending', ({ ownerId, params }) => readTaskSpending(db, ownerId, params.taskId))

  routes.on('setBudget', async ({ ownerId, body: { daily } }) => {
    const { ceiling } = money
    const change = { action: 'budget.set', asked: { daily, ceiling } }
    const budget = await changeBudget(db, ownerId, change, (trx) => setBudget(trx, ownerId, daily))
    delivery.wake()
    return budget
  })
}
