import { assign, setup } from 'xstate'
import { isSummaryAtRest } from '../../schemas/taskOutcome'
import type { TaskSummary } from '../../schemas/tasks'
import { keepEqual } from '../crud/keepEqual'
import { service } from '../crud/service'
import { type NewsContext, type WatchContext, type WatchEvent, watching, watchNews } from '../crud/watching'

const watch = watching({
  id: 'historyWatch',
  src: 'loadTasks',
  input: undefined,
  isAtRest: (tasks: TaskSummary[]) => tasks.every(isSummaryAtRest),
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
    store: assign({
      tasks: ({ context }, { data }: { data: TaskSummary[] }) => keepEqual(context.tasks, data),
      isStale: false,
    }),
    setOvertaken: assign((_, { isOvertaken }: NewsContext) => ({ isOvertaken })),
    setStale: assign((_, { isStale }: Pick<WatchContext, 'isStale'>) => ({ isStale })),
  },
}).createMachine({
  id: 'historyWatch',
  description:
    'The list of tasks, asked for again while one of them still runs, or while it could not be loaded, and once more when news came.',
  context: { tasks: undefined, isOvertaken: false, isStale: false },
  invoke: watch.invoke,
  on: watch.on,
  initial: 'loading',
  states: {
    ...watch.states,
    settled: { ...watch.states.settled, on: { 'page.reload': 'loading' } },
  },
})
