import { type Reply, replyCalls } from '../../schemas/composer/replies'
import { type ListState, listQuery, mostListed, nextListState, readListState } from '../../schemas/history/historyTable'
import {
  type Decided,
  type ItemHistory,
  type RetryRequest,
  type Task,
  type TaskItem,
  type TaskSummary,
  taskCalls,
} from '../../schemas/history/tasks'
import { sendingOf } from '../composer/sending.actors'
import { provided } from '../crud/provided.actors'
import { createIfKnown, isNotUnderstood, loaderOf, read, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import type { TableRules } from '../crud/table'
import { tableOf } from '../crud/table.actors'
import { historyWatchMachine } from './historyWatch'
import { revisionMachine } from './revision'
import { updatesOf } from './taskNews.actors'
import { type TaskWatchRef, taskWatchMachine } from './taskWatch'

export const historyRules: TableRules<ListState, Partial<ListState>> = {
  read: readListState,
  query: listQuery,
  next: nextListState,
  searchOf: ({ search }) => search,
  searchFor: (search) => ({ search }),
  isStep: () => false,
}

export const historyTable = provided((services) => tableOf(services, historyRules))

/** The newest tasks and all older tasks that wait for a decision, because no other screen leads to those. */
export const historyWatch = provided((services) => {
  const { listTasks } = services.client(taskCalls)
  const ifKnown = createIfKnown(isNotUnderstood)
  const limit = String(mostListed)
  const updates = updatesOf(services)
  return historyWatchMachine.provide({
    delays: updates.delays,
    actors: {
      ...updates.actors,
      loadTasks: read<TaskSummary[], unknown>(services, async (_, signal) => {
        const newest = await listTasks({ query: { limit }, signal })
        if (newest.length < mostListed) return newest
        const inReview = await ifKnown(() => listTasks({ query: { limit, state: 'needs_review' }, signal }))
        const known = new Set(newest.map(({ id }) => id))
        return [...newest, ...(inReview ?? []).filter(({ id }) => !known.has(id))]
      }),
    } satisfies AllActors<typeof historyWatchMachine>,
  })
})

export const revision = provided((services) => {
  const { updateReply } = services.client(replyCalls)
  return revisionMachine.provide({
    actors: {
      saveReply: write<Reply, Reply>(async ({ reply_id, content }) => {
        await updateReply({ params: { replyId: reply_id }, body: { content } })
        return { reply_id, content }
      }),
      sendReply: sendingOf(services),
    } satisfies AllActors<typeof revisionMachine>,
  })
})

export const taskWatch = provided((services) => {
  const { getTask, retryTask, decideItem } = services.client(taskCalls)
  const announced = async (task_id: Task['id'], changed: Promise<Task>) => {
    const task = await changed
    services.taskChanges.tell(task_id)
    return task
  }
  const updates = updatesOf(services)
  return taskWatchMachine.provide({
    delays: updates.delays,
    actors: {
      ...updates.actors,
      loadTask: read<Task, { task_id: string }>(services, ({ task_id }, signal) =>
        getTask({ params: { taskId: task_id }, signal }),
      ),
      retryTask: write<Task, RetryRequest>(({ task_id, only }) =>
        announced(task_id, retryTask({ params: { taskId: task_id }, query: { only } })),
      ),
      decideItem: write<Task, Decided>(({ task_id, item_id, decision }) =>
        announced(task_id, decideItem({ params: { taskId: task_id, itemId: item_id }, body: decision })),
      ),
    } satisfies AllActors<typeof taskWatchMachine>,
  })
})

type OfItem = { watch: TaskWatchRef; item_id: TaskItem['id'] }

export const itemSteps = provided((services) => {
  const { getItemHistory } = services.client(taskCalls)
  return loaderOf<ItemHistory, OfItem>(
    services,
    (signal, { watch, item_id }) =>
      getItemHistory({ params: { taskId: watch.getSnapshot().context.task_id, itemId: item_id }, signal }),
    { follow: followItem },
  )
})

const followItem = ({ watch, item_id }: OfItem, onChange: () => void) => {
  const changedAt = watch.select(({ context }) => context.task?.items.find(({ id }) => id === item_id)?.updated_at)
  const { unsubscribe } = changedAt.subscribe(onChange)
  return unsubscribe
}
