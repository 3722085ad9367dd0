import { listAudit } from '../db/audit'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'

export const register = (routes: Routes, { db, settings }: AppDeps): void => {
  routes.on('getMeta', async () => settings.meta)

  routes.on('listAudit', ({ ownerId, query }) => listAudit(db, ownerId, query.limit))
}
