import { listAccess, listAudit } from '../db/audit'
import type { AppDeps } from '../deps'
import { assertAdmin } from '../http/authenticate'
import type { Routes } from '../http/define'
import { isSignUpOpen } from '../repositories/signUp'

export const register = (routes: Routes, { db, settings }: AppDeps): void => {
  routes.on('getMeta', async () => ({ ...settings.meta, sign_up_open: await isSignUpOpen(db, settings) }))

  routes.on('listAudit', ({ ownerId, query }) => listAudit(db, ownerId, query))

  routes.on('listAccess', async ({ query, request }) => {
    assertAdmin(request)
    return listAccess(db, query)
  })
}
