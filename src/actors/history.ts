import { disclosureMachine } from '../machines/disclosure'
import { historyWatchMachine } from '../machines/historyWatch'
import type { AllActors } from '../machines/service'
import { taskWatchMachine } from '../machines/taskWatch'
import { type AuditEntry, systemCalls } from '../schemas/system'
import { type DecisionBody, type Task, type TaskItem, type TaskSummary, taskCalls } from '../schemas/tasks'
import { provided } from './provided'
import { loaderOf, read, write } from './requests'

export const historyWatch = provided((services) => {
  const { listTasks } = services.client(taskCalls)
  return historyWatchMachine.provide({
    actors: {
      loadTasks: read<TaskSummary[], unknown>(services, (_, signal) => listTasks({ query: { limit: '100' }, signal })),
    } satisfies AllActors<typeof historyWatchMachine>,
  })
})

export const activity = provided(() => disclosureMachine)

export const auditList = provided((services) => {
  const { listAudit } = services.client(systemCalls)
  return loaderOf<AuditEntry[]>(services, (signal) => listAudit({ query: { limit: '100' }, signal }))
})

interface Decision {
  task_id: string
  item_id: TaskItem['id']
  decision: DecisionBody
}

export const taskWatch = provided((services) => {
  const { getTask, retryTask, decideItem } = services.client(taskCalls)
  return taskWatchMachine.provide({
    actors: {
      loadTask: read<Task, { task_id: string }>(services, ({ task_id }, signal) =>
        getTask({ params: { taskId: task_id }, signal }),
      ),
      retryTask: write<Task, { task_id: string }>(({ task_id }) => retryTask({ params: { taskId: task_id } })),
      decideItem: write<Task, Decision>(({ task_id, item_id, decision }) =>
        decideItem({ params: { taskId: task_id, itemId: item_id }, body: decision }),
      ),
    } satisfies AllActors<typeof taskWatchMachine>,
  })
})
