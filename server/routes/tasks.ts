import type { Task, TaskItem } from '../../src/schemas/tasks'
import { getTask, listHandedOver, listOpenTasks, listTasks } from '../delivery/tasks'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'
import { notFound } from '../problems'
import { handOffUrl } from '../x/handOff'

export const register = (routes: Routes, { db, delivery, settings }: AppDeps): void => {
  const site = settings.meta.x_post_base_url.replace(/\/$/, '')

  /** With the page on X where a person posts what the API refuses; nothing else is to be posted by hand. */
  const withLink = <T extends TaskItem>(item: T): T => ({
    ...item,
    intent_url:
      item.status === 'handed_over'
        ? handOffUrl(site, { targetId: item.target_tweet_id ?? '', text: item.content ?? '' })
        : null,
  })

  const taskOf = async (ownerId: number, taskId: string): Promise<Task> => {
    const task = await getTask(db, ownerId, taskId)
    return { ...task, items: task.items.map(withLink) }
  }

  routes.on('listTasks', ({ ownerId, query }) => listTasks(db, ownerId, query.limit))

  routes.on('listOpenTasks', ({ ownerId, query }) => listOpenTasks(db, ownerId, query.ids.split(',').filter(Boolean)))

  routes.on('listHandedOver', async ({ ownerId }) => {
    const { items, total } = await listHandedOver(db, ownerId)
    return { items: items.map(withLink), total }
  })

  routes.on('getTask', ({ ownerId, params }) => taskOf(ownerId, params.taskId))

  routes.on('retryTask', async ({ ownerId, params }) => {
    await delivery.retryTask(ownerId, params.taskId)
    return taskOf(ownerId, params.taskId)
  })

  routes.on('decideItem', async ({ ownerId, params, body }) => {
    if (!/^[1-9][0-9]{0,15}$/.test(params.itemId)) throw notFound('Item')
    await delivery.decideItem(ownerId, params.taskId, Number(params.itemId), body)
    return taskOf(ownerId, params.taskId)
  })
}
