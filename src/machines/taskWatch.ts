import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import { messages } from '../schemas/messages'
import type { DecisionBody, Task, TaskItem } from '../schemas/tasks'
import { failed, type Toast } from './emitted'
import { failureText } from './failure'
import { service } from './service'

export type TaskWatchEvent =
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'reload' }
  | { type: 'task.retry' }
  | { type: 'item.decide'; item_id: TaskItem['id']; decision: DecisionBody }

/** Statuses in which nothing more will happen without the operator. */
export const restingStatuses: ReadonlySet<string> = new Set(['completed', 'failed', 'needs_review'])

/** True where nothing more will happen to the task without the operator. */
export const isAtRest = (task: Task): boolean =>
  task.items.length > 0
    ? task.items.every((item) => restingStatuses.has(item.status))
    : restingStatuses.has(task.status)

export const taskWatchMachine = setup({
  types: {
    input: {} as { task_id: string },
    context: {} as { task_id: string; task: Task | undefined },
    events: {} as TaskWatchEvent,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    loadTask: service<Task, { task_id: string }>('loadTask'),
    retryTask: service<Task, { task_id: string }>('retryTask'),
    decideItem: service<Task, { task_id: string; item_id: TaskItem['id']; decision: DecisionBody }>('decideItem'),
  },
  delays: { pollInterval: 1500 },
  guards: { isAtRest: (_, params: { task: Task }) => isAtRest(params.task) },
  actions: {
    storeTask: assign({ task: (_, params: { task: Task }) => params.task }),
    announceFailure: emit((_, params: { error: unknown }) => failed(failureText(params.error, messages.failure))),
  },
}).createMachine({
  id: 'taskWatch',
  context: ({ input }) => ({ task_id: input.task_id, task: undefined }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'loadTask',
        input: ({ context }) => ({ task_id: context.task_id }),
        onDone: [
          {
            guard: { type: 'isAtRest', params: ({ event }) => ({ task: event.output }) },
            target: 'settled',
            actions: { type: 'storeTask', params: ({ event }) => ({ task: event.output }) },
          },
          { target: 'live', actions: { type: 'storeTask', params: ({ event }) => ({ task: event.output }) } },
        ],
        onError: 'missing',
      },
    },
    live: {
      initial: 'waiting',
      on: { reload: '.polling', 'task.retry': 'retrying', 'item.decide': 'deciding' },
      states: {
        waiting: { after: { pollInterval: 'polling' }, on: { pause: 'paused' } },
        polling: {
          invoke: {
            id: 'poll',
            src: 'loadTask',
            input: ({ context }) => ({ task_id: context.task_id }),
            onDone: [
              {
                guard: { type: 'isAtRest', params: ({ event }) => ({ task: event.output }) },
                target: '#taskWatch.settled',
                actions: { type: 'storeTask', params: ({ event }) => ({ task: event.output }) },
              },
              { target: 'waiting', actions: { type: 'storeTask', params: ({ event }) => ({ task: event.output }) } },
            ],
            onError: 'waiting',
          },
          on: { pause: 'paused' },
        },
        paused: { on: { resume: 'polling' } },
      },
    },
    retrying: {
      tags: 'busy',
      invoke: {
        id: 'retry',
        src: 'retryTask',
        input: ({ context }) => ({ task_id: context.task_id }),
        onDone: { target: 'live', actions: { type: 'storeTask', params: ({ event }) => ({ task: event.output }) } },
        onError: { target: 'live.polling', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    deciding: {
      tags: 'busy',
      invoke: {
        id: 'decide',
        src: 'decideItem',
        input: ({ context, event }) => {
          assertEvent(event, 'item.decide')
          return { task_id: context.task_id, item_id: event.item_id, decision: event.decision }
        },
        onDone: { target: 'live', actions: { type: 'storeTask', params: ({ event }) => ({ task: event.output }) } },
        onError: { target: 'live.polling', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    settled: { on: { reload: 'live.polling', 'task.retry': 'retrying', 'item.decide': 'deciding' } },
    missing: { on: { reload: 'loading' } },
  },
})

export type TaskWatchRef = ActorRefFrom<typeof taskWatchMachine>
