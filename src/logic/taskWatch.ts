import type { AllActors } from '../machines/service'
import { taskWatchMachine } from '../machines/taskWatch'
import { taskCalls } from '../schemas/taskCalls'
import type { DecisionBody, Task, TaskItem } from '../schemas/tasks'
import { part } from './part'
import { read, write } from './requests'

interface Decision {
  task_id: string
  item_id: TaskItem['id']
  decision: DecisionBody
}

export const taskWatch = part((services) => {
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
