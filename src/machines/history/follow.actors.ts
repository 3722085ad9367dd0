import { fromCallback } from 'xstate'
import * as words from '../../schemas/history/history.words'
import { isSummaryAtRest, isUnsent } from '../../schemas/history/taskOutcome'
import { mostAskedAbout, type OpenTasks, type TaskSummary, taskCalls } from '../../schemas/history/tasks'
import { ApiError, NetworkError } from '../../services/api/api'
import { createFollowedStore } from '../../services/storage/followedStore'
import { provided } from '../crud/provided.actors'
import { createIfKnown, isNotUnderstood, read } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { type CancellerEvent, type FollowKeeperEvent, type TaskId, taskFollowMachine } from './taskFollow'
import { taskStream, updatesOf } from './taskNews.actors'

export const taskFollow = provided((services) => {
  const { listOpenTasks, listTasks, getTask, decideItem } = services.client(taskCalls)
  const store = createFollowedStore(services.storage, services.operator)
  /** Another provider treats the path as a task's and answers that there is none, or that the id is invalid. */
  const ifKnown = createIfKnown(isNotUnderstood)

  const ask = async (ids: TaskId[], signal: AbortSignal): Promise<OpenTasks> => {
    const asked = ids.slice(0, mostAskedAbout)
    const open = await ifKnown(() => listOpenTasks({ query: { ids: asked.join(',') }, signal }))
    if (!open) return openOf(await listTasks({ query: { limit: '100' }, signal }), ids)
    const rest = ids.slice(mostAskedAbout)
    return rest.length === 0 ? open : withLater(open, await ask(rest, signal))
  }

  /**
   * Returns how many items were cancelled.
   *
   * @throws Error if nothing waits any more
   */
  const cancelQueued = async (task_id: TaskId): Promise<number> => {
    const { items } = await getTask({ params: { taskId: task_id } })
    const waiting = items.filter((item) => item.can_cancel)
    const [first] = waiting
    if (!first) throw new ApiError(409, words.nothingWaits)
    const params = { taskId: task_id, itemId: first.id }
    const after = await decideItem({ params, body: { action: 'cancel_waiting' } })
    const waited = new Set(waiting.map(({ id }) => id))
    return after.items.filter((item) => waited.has(item.id) && isUnsent(item)).length
  }

  /** Background requests do not report a missing network, because the page shows it already. */
  const report = (error: unknown) => {
    if (!(error instanceof NetworkError)) services.report(error)
  }

  const updates = updatesOf(services)
  return taskFollowMachine.provide({
    delays: updates.delays,
    actors: {
      ...updates.actors,
      taskStream: taskStream(services),
      loadOpenTasks: read<OpenTasks, { ids: TaskId[] }>({ ...services, report }, ({ ids }, signal) => ask(ids, signal)),
      keepFollowed: fromCallback<FollowKeeperEvent>(({ sendBack, receive }) => {
        const last = store.load()
        if (last) sendBack({ type: 'followed.restored', followed: last })
        receive((event) => store.save(event.followed))
        return store.watch((followed) => sendBack({ type: 'followed.restored', followed }))
      }),
      watchChanges: fromCallback(({ sendBack }) =>
        services.taskChanges.watch((task_id) => sendBack({ type: 'tasks.changed', task_id })),
      ),
      watchSends: fromCallback(({ sendBack }) =>
        services.sends.watch((sent) => sendBack(sent ? { type: 'task.sent', ...sent } : { type: 'send.accepted' })),
      ),
      cancelQueued: fromCallback<CancellerEvent>(({ sendBack, receive }) => {
        const underWay = new Set<TaskId>()
        receive(({ task_id }) => {
          if (underWay.has(task_id)) return
          underWay.add(task_id)
          void cancelQueued(task_id)
            .then((count) => sendBack({ type: 'queued.cancelled', count }))
            .catch((error: unknown) => sendBack({ type: 'queued.notCancelled', error }))
            .finally(() => {
              underWay.delete(task_id)
              services.taskChanges.tell(task_id)
            })
        })
      }),
      watchReturn: fromCallback(({ sendBack }) => services.watchReturn(() => sendBack({ type: 'person.returned' }))),
    } satisfies AllActors<typeof taskFollowMachine>,
  })
})

const withLater = (earlier: OpenTasks, later: OpenTasks): OpenTasks => {
  const tasks = new Map([...earlier.tasks, ...later.tasks].map((task) => [task.id, task]))
  return { ...later, tasks: [...tasks.values()].sort((a, b) => b.created_at.localeCompare(a.created_at)) }
}

/** Other providers have only the list of tasks, so a task in review counts as one item. */
const openOf = (tasks: TaskSummary[], ids: TaskId[]): OpenTasks => ({
  tasks: tasks.filter((task) => !isSummaryAtRest(task) || ids.includes(task.id)),
  needs_review: tasks.reduce(
    (sum, { needs_review, status }) => sum + (needs_review ?? (status === 'needs_review' ? 1 : 0)),
    0,
  ),
  handed_over: tasks.reduce((sum, { handed_over = 0 }) => sum + handed_over, 0),
})
