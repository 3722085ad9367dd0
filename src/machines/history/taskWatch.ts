import { type ActorRefFrom, assertEvent, assign, type ErrorActorEvent, emit, enqueueActions, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import { isAtRest, isCancelled, isUnsent, isWhole } from '../../schemas/taskOutcome'
import {
  type Decided,
  type RetryRequest,
  type RetryScope,
  type Task,
  type TaskItem,
  taskMessages,
} from '../../schemas/tasks'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { faultOf, isMissing } from '../crud/failure'
import { keepEqual } from '../crud/keepEqual'
import { present } from '../crud/present'
import { service } from '../crud/service'
import { type NewsContext, type WatchContext, type WatchEvent, watching, watchNews } from '../crud/watching'

export type TaskWatchEvent =
  | WatchEvent
  | { type: 'task.retry'; only: RetryScope }
  | ({ type: 'item.decide' } & SaidDecision)
  /** A person saw it on X, under this link. */
  | { type: 'item.posted'; item_id: TaskItem['id']; tweet_url: string }

type SaidDecision = Omit<Decided, 'task_id'>

interface TaskWatchContext extends WatchContext {
  task_id: string
  task: Task | undefined
  /** What is being queued again. */
  retrying: RetryScope | undefined
  /** What was said and is not stored yet, in this order. */
  decisions: SaidDecision[]
  /** The item whose link was confirmed last, and what the server says is wrong with the link. */
  confirmed: { item_id: TaskItem['id']; fault?: string } | undefined
}

/** Nothing is left to say once the other was said. */
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

/** One task, asked for again while something may still happen to it, and the operator's word on it. */
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
    watchNews,
    retryTask: service<Task, RetryRequest>('retryTask'),
    decideItem: service<Task, Decided>('decideItem'),
  },
  delays: watch.delays,
  guards: {
    ...watch.guards,
    /** What was said is stored first. */
    isOvertaken: ({ context }: { context: TaskWatchContext }) => context.isOvertaken && context.decisions.length === 0,
    isMissing: (_: unknown, { error }: { error: unknown }) => isMissing(error),
    isUnsaid: ({ context: { task, decisions } }: { context: TaskWatchContext }, said: SaidDecision) =>
      task !== undefined && !decisions.some((earlier) => includes(earlier, said)),
    hasSaid: ({ context }: { context: TaskWatchContext }) => context.decisions.length > 0,
  },
  actions: {
    /** Of a task that waited as a whole nothing is posted, in doubt or to be sent any more. */
    tellTakenBack: enqueueActions(({ context, enqueue }, { data }: { data: Task }) => {
      if (!context.task || !isWhole(context.task.items)) return
      if (!data.items.every(isUnsent)) return
      enqueue.emit({ type: 'task.takenBack' })
      enqueue.emit(succeeded(taskMessages.takenBack))
    }),
    /** What is asked by itself may find that all of it was cancelled elsewhere, where that was told. */
    store: enqueueActions(({ context: { task }, enqueue }, { data }: { data: Task }) => {
      if (isCancelled(data.items) && !(task && isCancelled(task.items))) enqueue.emit({ type: 'task.takenBack' })
      enqueue.assign({ task: renewed(task, data), isStale: false })
    }),
    storeAnswer: assign({
      task: ({ context }, { data }: { data: Task }) => renewed(context.task, data),
      isStale: false,
    }),
    setOvertaken: assign((_, { isOvertaken }: NewsContext) => ({ isOvertaken })),
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
    'The detail page of one task. `live` asks again while something may still happen by itself, at once when news came, else after 1.5 s, or 10 s where a stream tells of changes; `settled` means that nothing more happens without the operator, also while it is asked whether that still holds because news came, `failed` that it could not be loaded and is asked for again as often, `missing` that the server knows no such task. *Retry* queues again what failed, or what was cancelled, and is safe to send once more; *decide* is the operator’s word on one item; it is stored as soon as nothing else is being stored.',
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
            { type: 'tellTakenBack', params: ({ event }) => ({ data: event.output }) },
            { type: 'storeAnswer', params: ({ event }) => ({ data: event.output }) },
          ],
        },
        onError: { target: 'live', actions: ['askAgain', { type: 'announceFailure', params: ({ event }) => event }] },
      },
      exit: 'forgetSaid',
    },
    confirming: {
      description: 'What is wrong with the link is said at its field.',
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
