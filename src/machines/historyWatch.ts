import { assign, setup } from 'xstate'
import { isSummaryAtRest } from '../schemas/taskOutcome'
import type { TaskSummary } from '../schemas/tasks'
import { keepEqual } from './keepEqual'
import { service } from './service'
import { type WatchEvent, watching } from './watching'

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
    context: {} as { tasks: TaskSummary[] | undefined },
    events: {} as WatchEvent,
    tags: {} as 'busy',
  },
  actors: { loadTasks: service<TaskSummary[]>('loadTasks') },
  delays: watch.delays,
  guards: watch.guards,
  actions: {
    store: assign({ tasks: ({ context }, { data }: { data: TaskSummary[] }) => keepEqual(context.tasks, data) }),
  },
}).createMachine({
  id: 'historyWatch',
  context: { tasks: undefined },
  initial: 'loading',
  states: {
    ...watch.states,
    settled: { on: { reload: 'loading' } },
    failed: { on: { reload: 'loading' } },
  },
})
