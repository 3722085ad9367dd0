import { getTask, listOpenTasks, listTasks } from '../delivery/tasks'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'
import { notFound } from '../problems'

export const register = (routes: Routes, { db, delivery }: AppDeps): void => {
  routes.on('listTasks', ({ ownerId, query }) => listTasks(db, ownerId, query.limit))

  routes.on('listOpenTasks', ({ ownerId, query }) => listOpenTasks(db, ownerId, query.ids.split(',').filter(Boolean)))

  routes.on('getTask', ({ ownerId, params }) => getTask(db, ownerId, params.taskId))

  routes.on('retryTask', async ({ ownerId, params }) => {
    await delivery.retryTask(ownerId, params.taskId)
    return getTask(db, ownerId, params.taskId)
  })

  routes.on('decideItem', async ({ ownerId, params, body }) => {
    if (!/^[1-9][0-9]{0,15}$/.test(params.itemId)) throw notFound('Item')
    await delivery.decideItem(ownerId, params.taskId, Number(params.itemId), body)
    return getTask(db, ownerId, params.taskId)
  })
}
