import { type ActorRefFrom, assertEvent, assign, type ErrorActorEvent, emit, enqueueActions, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import * as words from '../../schemas/history/history.words'
import { isAtRest, isCancelled, isUnsent, isWhole } from '../../schemas/history/taskOutcome'
import type { Decided, RetryRequest, RetryScope, Task, TaskItem } from '../../schemas/history/tasks'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { faultOf, isMissing } from '../crud/failure'
import { keepEqual } from '../crud/keepEqual'
import { present } from '../crud/present'
import { service } from '../crud/service'
import { type UpdatesContext, type WatchContext, type WatchEvent, watching, watchUpdates } from '../crud/watching'

export type TaskWatchEvent =
  | WatchEvent
  | { type: 'task.retry'; only: RetryScope }
  | ({ type: 'item.decide' } & SaidDecision)
  | { type: 'item.posted'; item_id: TaskItem['id']; tweet_url: string }

type SaidDecision = Omit<Decided, 'task_id'>

interface TaskWatchContext extends WatchContext {
  task_id: string
  task: Task | undefined
  retrying: RetryScope | undefined
  /** Decisions that the server has not stored yet, oldest first. */
  decisions: SaidDecision[]
  /** The item whose link was confirmed last, and the server’s reason against the link. */
  confirmed: { item_id: TaskItem['id']; fault?: string } | undefined
}

const includes = (earlier: SaidDecision, { item_id, decision: { action } }: SaidDecision): boolean =>
  isOfAll(earlier.decision.action)
    ? isOfAll(action) || action === 'cancel'
    : earlier.item_id === item_id && !isOfAll(action)

const isOfAll = (action: SaidDecision['decision']['action']): boolean =>
  action === 'cancel_waiting' || action === 'take_back'

const renewed = (known: Task | undefined, data: Task): Task => ({ ...data, items: keepEqual(known?.items, data.items) })

const watch = watching({
  id: 'taskWatch',
  src: 'loadTask',
  input: ({ context }: { context: TaskWatchContext }) => ({ task_id: context.task_id }),
  isAtRest,
})

export const taskWatchMachine = setup({
  types: {
    input: {} as { task_id: string },
    context: {} as TaskWatchContext,
    events: {} as TaskWatchEvent,
    emitted: {} as Toast | { type: 'task.takenBack' },
    tags: {} as 'busy' | 'writing',
  },
  actors: {
    loadTask: service<Task, { task_id: string }>('loadTask'),
    watchUpdates,
    retryTask: service<Task, RetryRequest>('retryTask'),
    decideItem: service<Task, Decided>('decideItem'),
  },
  delays: watch.delays,
  guards: {
    ...watch.guards,
    /** Decisions are stored before the task is loaded again. */
    isOvertaken: ({ context }: { context: TaskWatchContext }) => context.isOvertaken && context.decisions.length === 0,
    isMissing: (_: unknown, { error }: { error: unknown }) => isMissing(error),
    isUnsaid: ({ context: { task, decisions } }: { context: TaskWatchContext }, said: SaidDecision) =>
      task !== undefined && !decisions.some((earlier) => includes(earlier, said)),
    hasSaid: ({ context }: { context: TaskWatchContext }) => context.decisions.length > 0,
  },
  actions: {
    announceUndone: enqueueActions(({ context, enqueue }, { data }: { data: Task }) => {
      if (!context.task || !isWhole(context.task.items)) return
      if (!data.items.every(isUnsent)) return
      enqueue.emit({ type: 'task.takenBack' })
      enqueue.emit(succeeded(words.sendUndone))
    }),
    /** A poll may find that the whole task was cancelled in another tab. */
    store: enqueueActions(({ context: { task }, enqueue }, { data }: { data: Task }) => {
      if (isCancelled(data.items) && !(task && isCancelled(task.items))) enqueue.emit({ type: 'task.takenBack' })
      enqueue.assign({ task: renewed(task, data), isStale: false })
    }),
    storeAnswer: assign({
      task: ({ context }, { data }: { data: Task }) => renewed(context.task, data),
      isStale: false,
    }),
    setOvertaken: assign((_, { isOvertaken }: UpdatesContext) => ({ isOvertaken })),
    askAgain: assign({ isOvertaken: true }),
    setStale: assign((_, { isStale }: Pick<WatchContext, 'isStale'>) => ({ isStale })),
    say: assign(({ context: { decisions } }, { item_id, decision }: SaidDecision) => ({
      decisions: [...decisions, { item_id, decision }],
    })),
    forgetSaid: assign({ decisions: ({ context }) => context.decisions.slice(1) }),
    rememberConfirmed: assign((_, { item_id }: { item_id: TaskItem['id'] }) => ({ confirmed: { item_id } })),
    blameLink: assign(({ context: { confirmed } }, { error }: { error: unknown }) => ({
      confirmed: confirmed && { ...confirmed, fault: faultOf(error).reason },
    })),
    storeRetrying: assign((_, { only }: { only: RetryScope | undefined }) => ({ retrying: only })),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'taskWatch',
  description:
    'The details of one task. In `live`, the task may still change. It is loaded again at once after a notification, otherwise every 1.5 seconds, or every 10 seconds while the stream is open. `settled` means that the task changes only if the operator acts; a notification still loads it once. `failed` means that loading failed and is repeated. `missing` means that the server does not know the task. *Retry* queues failed or cancelled replies again if that is safe. *Decide* is the operator’s decision about one item, and is stored after the earlier decisions.',
  context: ({ input }) => ({
    task_id: input.task_id,
    task: undefined,
    retrying: undefined,
    decisions: [],
    confirmed: undefined,
    isOvertaken: false,
    isStale: false,
  }),
  invoke: watch.invoke,
  on: {
    ...watch.on,
    'item.decide': {
      guard: { type: 'isUnsaid', params: ({ event }) => event },
      actions: { type: 'say', params: ({ event }) => event },
    },
  },
  initial: 'loading',
  states: {
    ...watch.states,
    loading: {
      ...watch.states.loading,
      invoke: {
        ...watch.states.loading.invoke,
        onError: [
          { guard: { type: 'isMissing', params: ({ event }: { event: ErrorActorEvent }) => event }, target: 'missing' },
          { target: 'failed' },
        ],
      },
    },
    live: {
      ...watch.states.live,
      always: { guard: 'hasSaid', target: 'deciding' },
      on: {
        'page.reload': '.polling',
        'task.retry': { target: 'retrying', actions: { type: 'storeRetrying', params: ({ event }) => event } },
        'item.posted': { target: 'confirming', actions: { type: 'rememberConfirmed', params: ({ event }) => event } },
      },
    },
    settled: {
      ...watch.states.settled,
      always: { guard: 'hasSaid', target: 'deciding' },
      on: {
        'page.reload': 'live.polling',
        'task.retry': { target: 'retrying', actions: { type: 'storeRetrying', params: ({ event }) => event } },
        'item.posted': { target: 'confirming', actions: { type: 'rememberConfirmed', params: ({ event }) => event } },
      },
    },
    retrying: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'retry',
        src: 'retryTask',
        input: ({ context: { task_id, retrying } }) => ({ task_id, only: retrying }),
        onDone: { target: 'live', actions: { type: 'storeAnswer', params: ({ event }) => ({ data: event.output }) } },
        onError: { target: 'live', actions: ['askAgain', { type: 'announceFailure', params: ({ event }) => event }] },
      },
      exit: { type: 'storeRetrying', params: { only: undefined } },
    },
    deciding: {
      tags: ['busy', 'writing'],
      entry: { type: 'setOvertaken', params: { isOvertaken: false } },
      invoke: {
        id: 'decide',
        src: 'decideItem',
        input: ({ context }) => ({ task_id: context.task_id, ...present(context.decisions[0], 'decision to store') }),
        onDone: {
          target: 'live',
          actions: [
            { type: 'announceUndone', params: ({ event }) => ({ data: event.output }) },
            { type: 'storeAnswer', params: ({ event }) => ({ data: event.output }) },
          ],
        },
        onError: { target: 'live', actions: ['askAgain', { type: 'announceFailure', params: ({ event }) => event }] },
      },
      exit: 'forgetSaid',
    },
    confirming: {
      description: 'A wrong link is explained at its field.',
      tags: ['busy', 'writing'],
      invoke: {
        id: 'confirm',
        src: 'decideItem',
        input: ({ context, event }) => {
          assertEvent(event, 'item.posted')
          const { item_id, tweet_url } = event
          return { task_id: context.task_id, item_id, decision: { action: 'posted', tweet_url } }
        },
        onDone: { target: 'live', actions: { type: 'storeAnswer', params: ({ event }) => ({ data: event.output }) } },
        onError: { target: 'live', actions: ['askAgain', { type: 'blameLink', params: ({ event }) => event }] },
      },
    },
    missing: { on: { 'page.reload': 'loading' } },
  },
})

export type TaskWatchRef = ActorRefFrom<typeof taskWatchMachine>
