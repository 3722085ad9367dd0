import { dollars } from '../../src/schemas/money'
import { audited } from '../db/audit'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'
import { invalid } from '../problems'
import { setBudget, unlimited } from '../repositories/budgets'
import { readSpending, readTaskSpending } from '../repositories/spending'

/** What calls to X cost, and how much they may. */
export const register = (routes: Routes, { db, delivery, money = unlimited }: AppDeps): void => {
  const { ceiling } = money

  routes.on('getSpending', ({ ownerId }) => readSpending(db, ownerId, money, new Date()))

  routes.on('getTaskSpending', ({ ownerId, params }) => readTaskSpending(db, ownerId, params.taskId))

  routes.on('setBudget', async ({ ownerId, body: { daily } }) => {
    if (daily !== null && ceiling !== null && daily > ceiling) {
      throw invalid('daily', `this server lets nobody spend more than ${dollars(ceiling)} a day`)
    }
    await audited(
      db,
      ownerId,
      'budget.set',
      (trx) => setBudget(trx, ownerId, daily),
      () => ({ subject: daily === null ? 'none' : `${dollars(daily)} a day` }),
    )
    delivery.wake()
    return { daily, ceiling }
  })
}
