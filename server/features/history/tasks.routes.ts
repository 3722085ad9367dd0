import type { FastifyRequest } from 'fastify'
import type { Task, TaskItem } from '../../../src/schemas/history/tasks'
import type { AppDeps } from '../../deps'
import { signedIn } from '../../http/authenticate'
import type { Routes } from '../../http/define'
import { createRememberedReads } from '../../http/rememberedReads'
import { readHistory } from '../../posting/protocol/itemHistory'
import { getTask, listManualReplies, listOpenTasks, listTasks } from '../../posting/send/tasks'
import { nextHoldEnd } from '../../posting/worker/pauses'
import { notFound } from '../../problems'

export const register = (routes: Routes, { db, delivery, settings }: AppDeps): void => {
  const site = settings.meta.x_post_base_url.replace(/\/$/, '')

  /**
   * Adds the link to X's compose page (docs.x.com, Web Intents) for manual items. Other items have no link, nor do
   * items whose author asked for no replies (`toItem` has the reason).
   */
  const withLink = <T extends TaskItem>(item: T): T => ({
    ...item,
    intent_url:
      item.status === 'handed_over' && item.intent_url !== null
        ? `${site}/intent/tweet?in_reply_to=${item.target_tweet_id ?? ''}&text=${encodeURIComponent(item.content ?? '')}`
        : null,
  })

  const taskOf = async (ownerId: number, taskId: string): Promise<Task> => {
    const task = await getTask(db, ownerId, taskId)
    return { ...task, items: task.items.map(withLink) }
  }

  const remembered = createRememberedReads()
  /** The end of a wait writes nothing to the database, so the answer changes at this time without a new revision. */
  const untilOf = (ownerId: number) => () => nextHoldEnd(db, ownerId)
  const revisionOf = (request: FastifyRequest) => signedIn(request).revisions.tasks

  routes.on('listTasks', (asked) => {
    const read = () => listTasks(db, asked.ownerId, asked.query)
    return remembered('listTasks', asked, { revision: revisionOf(asked.request), read, until: untilOf(asked.ownerId) })
  })

  routes.on('listOpenTasks', (asked) => {
    const read = () => listOpenTasks(db, asked.ownerId, asked.query.ids.split(',').filter(Boolean))
    return remembered('listOpenTasks', asked, {
      revision: revisionOf(asked.request),
      read,
      until: untilOf(asked.ownerId),
    })
  })

  routes.on('listManualReplies', (asked) => {
    const read = async () => {
      const { items, total } = await listManualReplies(db, asked.ownerId)
      return { items: items.map(withLink), total }
    }
    return remembered('listManualReplies', asked, { revision: revisionOf(asked.request), read })
  })

  routes.on('getTask', (asked) => {
    const read = () => taskOf(asked.ownerId, asked.params.taskId)
    return remembered('getTask', asked, { revision: revisionOf(asked.request), read, until: untilOf(asked.ownerId) })
  })

  routes.on('retryTask', async ({ ownerId, params, query }) => {
    await delivery.retryTask(ownerId, params.taskId, query.only)
    return taskOf(ownerId, params.taskId)
  })

  routes.on('getItemHistory', async ({ ownerId, params }) =>
    readHistory(db, ownerId, params.taskId, itemNumber(params.itemId)),
  )

  routes.on('decideItem', async ({ ownerId, params, body }) => {
    await delivery.decideItem(ownerId, params.taskId, itemNumber(params.itemId), body)
    return taskOf(ownerId, params.taskId)
  })
}

/** @throws HttpProblem 404 */
const itemNumber = (text: string): number => {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw notFound('Item')
  return Number(text)
}
