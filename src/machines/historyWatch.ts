import { assign, setup } from 'xstate'
import type { TaskSummary } from '../schemas/tasks'
import { service } from './service'
import { restingStatuses } from './taskWatch'

export type HistoryWatchEvent = { type: 'pause' } | { type: 'resume' } | { type: 'reload' }

const isAtRest = (task: TaskSummary): boolean => restingStatuses.has(task.status) || task.pending <= 0

/** The list of tasks, asked for again while one of them still runs. */
export const historyWatchMachine = setup({
  types: {
    context: {} as { tasks: TaskSummary[] | undefined },
    events: {} as HistoryWatchEvent,
    tags: {} as 'busy',
  },
  actors: { loadTasks: service<TaskSummary[]>('loadTasks') },
  delays: { pollInterval: 1500 },
  guards: {
    areAllAtRest: (_, params: { tasks: TaskSummary[] }) => params.tasks.every(isAtRest),
  },
  actions: {
    storeTasks: assign({ tasks: (_, params: { tasks: TaskSummary[] }) => params.tasks }),
  },
}).createMachine({
  id: 'historyWatch',
  context: { tasks: undefined },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'loadTasks',
        onDone: [
          {
            guard: { type: 'areAllAtRest', params: ({ event }) => ({ tasks: event.output }) },
            target: 'settled',
            actions: { type: 'storeTasks', params: ({ event }) => ({ tasks: event.output }) },
          },
          { target: 'live', actions: { type: 'storeTasks', params: ({ event }) => ({ tasks: event.output }) } },
        ],
        onError: 'failed',
      },
    },
    live: {
      initial: 'waiting',
      states: {
        waiting: { after: { pollInterval: 'polling' }, on: { pause: 'paused' } },
        polling: {
          invoke: {
            id: 'poll',
            src: 'loadTasks',
            onDone: [
              {
                guard: { type: 'areAllAtRest', params: ({ event }) => ({ tasks: event.output }) },
                target: '#historyWatch.settled',
                actions: { type: 'storeTasks', params: ({ event }) => ({ tasks: event.output }) },
              },
              { target: 'waiting', actions: { type: 'storeTasks', params: ({ event }) => ({ tasks: event.output }) } },
            ],
            onError: 'waiting',
          },
          on: { pause: 'paused' },
        },
        paused: { on: { resume: 'polling' } },
      },
    },
    settled: { on: { reload: 'loading' } },
    failed: { on: { reload: 'loading' } },
  },
})
