import { disclosureMachine } from '../machines/disclosure'
import { historyWatchMachine } from '../machines/historyWatch'
import type { AllActors } from '../machines/service'
import type { AuditEntry } from '../schemas/audit'
import { systemCalls } from '../schemas/systemCalls'
import { taskCalls } from '../schemas/taskCalls'
import type { TaskSummary } from '../schemas/tasks'
import { part } from './part'
import { loaderOf, read } from './requests'

export const historyWatch = part((services) => {
  const { listTasks } = services.client(taskCalls)
  return historyWatchMachine.provide({
    actors: {
      loadTasks: read<TaskSummary[], unknown>(services, (_, signal) => listTasks({ query: { limit: '100' }, signal })),
    } satisfies AllActors<typeof historyWatchMachine>,
  })
})

export const activity = part(() => disclosureMachine)

export const auditList = part((services) => {
  const { listAudit } = services.client(systemCalls)
  return loaderOf<AuditEntry[]>(services, (signal) => listAudit({ query: { limit: '100' }, signal }))
})
