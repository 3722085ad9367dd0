import { type TaskSummary, taskCalls } from '../../schemas/history/tasks'
import { provided } from '../crud/provided.actors'
import { loaderOf } from '../crud/requests.actors'

/** Loaded when the palette opens; History polls its own list. */
export const taskList = provided((services) => {
  const { listTasks } = services.client(taskCalls)
  return loaderOf<TaskSummary[]>(services, (signal) => listTasks({ query: { limit: '100' }, signal }))
})
