import { assign, setup } from 'xstate'
import { isSummaryAtRest } from '../schemas/taskOutcome'
import type { TaskSummary } from '../schemas/tasks'
import { keepEqual } from './keepEqual'
import { service } from './service'
import { type WatchContext, type WatchEvent, watching, watchNews } from './watching'

const watch = watching({
  id: 'historyWatch',
  src: 'loadTasks',
  input: undefined,
  isAtRest: (tasks: TaskSummary[]) => tasks.every(isSummaryAtRest),
  unloaded: 'failed',
})

/** The list of tasks, asked for again while one of them still runs. */
export const historyWatchMachine = setup({
  types: {
    context: {} as WatchContext & { tasks: TaskSummary[] | undefined },
    events: {} as WatchEvent,
    tags: {} as 'busy',
  },
  actors: { loadTasks: service<TaskSummary[]>('loadTasks'), watchNews },
  delays: watch.delays,
  guards: watch.guards,
  actions: {
    store: assign({ tasks: ({ context }, { data }: { data: TaskSummary[] }) => keepEqual(context.tasks, data) }),
    setOvertaken: assign((_, { isOvertaken }: WatchContext) => ({ isOvertaken })),
  },
}).createMachine({
  id: 'historyWatch',
  description: 'The list of tasks, asked for again while one of them still runs.',
  context: { tasks: undefined, isOvertaken: false },
  invoke: watch.invoke,
  on: watch.on,
  initial: 'loading',
  states: {
    ...watch.states,
    settled: { on: { reload: 'loading' } },
    failed: { on: { reload: 'loading' } },
  },
})
