import { audited } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import { assertAdmin } from '../../http/authenticate'
import type { Routes } from '../../http/define'
import { nothingBounded, readAllowances, setAllowances, wordsOfAllowances } from '../../usage/allowances.store'
import { getUser } from '../session/users.store'

export const register = (routes: Routes, { db, settings: { allowances = nothingBounded } }: AppDeps): void => {
  routes.on('getAllowances', ({ ownerId }) => readAllowances(db, ownerId, { allowances, now: new Date() }))

  routes.on('getOperatorAllowances', async ({ params, request }) => {
    assertAdmin(request)
    const { id } = await getUser(db, params.operatorId)
    return readAllowances(db, id, { allowances, now: new Date() })
  })

  routes.on('setOperatorAllowances', async ({ ownerId, params, body, request }) => {
    assertAdmin(request)
    const { id } = await audited(
      db,
      ownerId,
      'operator.allowed',
      async (trx) => {
        const user = await getUser(trx, params.operatorId)
        await setAllowances(trx, user.id, body)
        return user
      },
      ({ email }) => ({ subject: email, detail: wordsOfAllowances(body) }),
    )
    return readAllowances(db, id, { allowances, now: new Date() })
  })
}
