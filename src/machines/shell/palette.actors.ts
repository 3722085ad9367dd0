import { type TaskSummary, taskCalls } from '../../schemas/tasks'
import { provided } from '../crud/provided.actors'
import { loaderOf } from '../crud/requests.actors'

/** The tasks that the palette finds: as they are when it opens, where History follows them. */
export const taskList = provided((services) => {
  const { listTasks } = services.client(taskCalls)
  return loaderOf<TaskSummary[]>(services, (signal) => listTasks({ query: { limit: '100' }, signal }))
})
