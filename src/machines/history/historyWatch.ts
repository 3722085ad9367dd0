import { assign, setup } from 'xstate'
import { isSummaryAtRest } from '../../schemas/history/taskOutcome'
import type { TaskSummary } from '../../schemas/history/tasks'
import { keepEqual } from '../crud/keepEqual'
import { service } from '../crud/service'
import { type UpdatesContext, type WatchContext, type WatchEvent, watching, watchUpdates } from '../crud/watching'

const watch = watching({
  id: 'historyWatch',
  src: 'loadTasks',
  input: undefined,
  isAtRest: (tasks: TaskSummary[]) => tasks.every(isSummaryAtRest),
})

export const historyWatchMachine = setup({
  types: {
    context: {} as WatchContext & { tasks: TaskSummary[] | undefined },
    events: {} as WatchEvent,
    tags: {} as 'busy',
  },
  actors: { loadTasks: service<TaskSummary[]>('loadTasks'), watchUpdates },
  delays: watch.delays,
  guards: watch.guards,
  actions: {
    store: assign({
      tasks: ({ context }, { data }: { data: TaskSummary[] }) => keepEqual(context.tasks, data),
      isStale: false,
    }),
    setOvertaken: assign((_, { isOvertaken }: UpdatesContext) => ({ isOvertaken })),
    setStale: assign((_, { isStale }: Pick<WatchContext, 'isStale'>) => ({ isStale })),
  },
}).createMachine({
  id: 'historyWatch',
  description:
    'The list of tasks. It is loaded again while a task is running, after a failed load, and after a notification.',
  context: { tasks: undefined, isOvertaken: false, isStale: false },
  invoke: watch.invoke,
  on: watch.on,
  initial: 'loading',
  states: {
    ...watch.states,
    settled: { ...watch.states.settled, on: { 'page.reload': 'loading' } },
  },
})
