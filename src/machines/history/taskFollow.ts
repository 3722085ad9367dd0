import { type ActorRefFrom, assign, emit, enqueueActions, sendTo, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import { isSummaryAtRest, needsPerson } from '../../schemas/taskOutcome'
import { type Followed, type OpenTasks, type Task, type TaskSummary, taskMessages } from '../../schemas/tasks'
import { type Crash, crashed, failedBy, succeeded, type Toast } from '../crud/emitted'
import { keepEqual } from '../crud/keepEqual'
import { listener, service } from '../crud/service'
import { type NewsContext, pollIntervals, type WatchContext, watchNews } from '../crud/watching'
import { taskStreamMachine } from './taskStream'

export type TaskId = Task['id']

export type TaskFollowEvent =
  /**
   * Something was sent, sent again or decided. Without a `task_id`, where a provider does not say in which task or nobody
   * waits for its end, what is followed is only read again.
   */
  | { type: 'tasks.changed'; task_id: TaskId | undefined }
  | { type: 'followed.restored'; followed: Followed }
  /** The operator has looked at what became of a task. */
  | { type: 'outcome.dismiss'; task_id: TaskId }
  | { type: 'outcomes.dismiss' }
  /** What has not left of a task is not to be sent. */
  | { type: 'queued.cancel'; task_id: TaskId }
  | { type: 'queued.cancelled'; count: number }
  | { type: 'queued.kept'; error: unknown }
  /** The operator looks at this page again: what he posted by hand meanwhile may have closed itself. */
  | { type: 'person.returned' }
  /** Something changed in whichever task. */
  | { type: 'news.told' }

/** Nothing more will happen to a task by itself. */
export type TaskEnded = { type: 'task.ended'; task: TaskSummary }

export type CancellerEvent = { type: 'queued.cancel'; task_id: TaskId }

export type FollowKeeperEvent = { type: 'followed.save'; followed: Followed }

export interface TaskFollowContext extends Followed, WatchContext {
  /** What the server said last of the awaited and the ended ones, newest first. */
  tasks: TaskSummary[]
  /** How many items wait for a person's decision, in whichever task. */
  needsReview: number
  /** How many are to be posted by hand, in whichever task; undefined until the server said it. */
  handedOver: number | undefined
}

/** News of whichever task. */
const ifOvertaken = { guard: 'isOvertaken', target: 'asking' } as const

/** How many ended tasks wait to be looked at; older ones are in History. */
const mostEnded = 20

/** Follows whatever is being sent, on every screen and over reloads, until its end is told. */
export const taskFollowMachine = setup({
  types: {
    context: {} as TaskFollowContext,
    events: {} as TaskFollowEvent,
    emitted: {} as TaskEnded | Crash | Toast,
    children: {} as {
      keeper: 'keepFollowed'
      changes: 'watchChanges'
      return: 'watchReturn'
      canceller: 'cancelQueued'
      stream: 'taskStream'
      news: 'watchNews'
    },
  },
  actors: {
    loadOpenTasks: service<OpenTasks, { ids: TaskId[] }>('loadOpenTasks'),
    /** Answers `followed.restored` if something was followed, again whenever another tab has changed it, and stores what it is sent. */
    keepFollowed: listener<FollowKeeperEvent>('keepFollowed'),
    /** Tells `tasks.changed`. */
    watchChanges: listener('watchChanges'),
    /** Tells `person.returned`. */
    watchReturn: listener('watchReturn'),
    taskStream: taskStreamMachine,
    watchNews,
    /** Answers each `queued.cancel` with `queued.cancelled` or `queued.kept`. */
    cancelQueued: listener<CancellerEvent>('cancelQueued'),
  },
  delays: {
    startDelay: 1000,
    pollInterval: pollIntervals.alone,
    retryInterval: 30_000,
    glance: 8000,
    handInterval: 30_000,
  },
  guards: {
    isAtRest: (_, { tasks }: OpenTasks) => tasks.every(isSummaryAtRest),
    isOvertaken: ({ context }) => context.isOvertaken,
    isAwaiting: ({ context }) => context.awaited.length > 0,
    /** X may show it at any time, and then it is completed without anybody here having done it. */
    waitsByHand: ({ context }) => (context.handedOver ?? 0) > 0,
  },
  actions: {
    setOvertaken: assign((_, { isOvertaken }: NewsContext) => ({ isOvertaken })),
    setStale: assign({ isStale: true }),
    restore: assign(({ context: { tasks } }, { followed }: { followed: Followed }) => ({
      ...followed,
      tasks: tasks.filter(({ id }) => idsOf(followed).includes(id)),
    })),
    await: assign(({ context: { awaited, ended } }, { task_id }: { task_id: TaskId | undefined }) =>
      task_id === undefined ? {} : { awaited: [...without(awaited, task_id), task_id], ended: without(ended, task_id) },
    ),
    store: enqueueActions(({ context, enqueue }, answer: OpenTasks) => {
      const newlyEnded = answer.tasks.filter((task) => isSummaryAtRest(task) && isUnderWay(context, task.id))
      enqueue.assign(followedAfter(context, answer))
      for (const task of newlyEnded) enqueue.emit({ type: 'task.ended', task })
    }),
    dismiss: assign(({ context: { tasks, ended } }, { task_id }: { task_id: TaskId }) => ({
      tasks: ended.includes(task_id) ? tasks.filter(({ id }) => id !== task_id) : tasks,
      ended: without(ended, task_id),
    })),
    dismissAll: assign(({ context: { tasks, ended } }) => ({
      tasks: tasks.filter(({ id }) => !ended.includes(id)),
      ended: [],
    })),
    /** What went well needs nobody. */
    dismissDone: assign(({ context: { tasks, ended } }) => {
      const done = tasks.filter((task) => ended.includes(task.id) && !needsPerson(task)).map(({ id }) => id)
      return { tasks: tasks.filter(({ id }) => !done.includes(id)), ended: ended.filter((id) => !done.includes(id)) }
    }),
    cancelQueued: sendTo('canceller', (_, event: CancellerEvent) => event),
    announceCancelled: emit((_, { count }: { count: number }) => succeeded(taskMessages.cancelled(count))),
    announceKept: emit(failedBy(publicMessages.failure)),
    announceCrash: emit((_, params: { error: unknown }) => crashed(publicMessages.crash.follow, params.error)),
    save: sendTo('keeper', ({ context: { awaited, ended } }) => ({
      type: 'followed.save' as const,
      followed: { awaited, ended },
    })),
  },
}).createMachine({
  id: 'taskFollow',
  description:
    'What is being sent, followed on every screen for as long as the session is open. *Awaited* is a task whose end is still to be told: it was sent here, or is seen running. *Ended* is one whose end was told and that nobody has looked at; what went well leaves after a glance, the rest when it is dismissed. Both outlive a reload with the child `keeper`, which tells what another tab made of them (`followed.restored`): it asks then, as what was on its way is not the answer any more. It asks only while something is awaited, and now and then while something waits to be posted by hand, which may close itself; `tasks.changed` and the operator’s *return* make it ask at once.',
  context: {
    awaited: [],
    ended: [],
    tasks: [],
    needsReview: 0,
    handedOver: undefined,
    isOvertaken: false,
    isStale: false,
  },
  invoke: [
    {
      id: 'keeper',
      src: 'keepFollowed',
      onError: { actions: { type: 'announceCrash', params: ({ event }) => event } },
    },
    {
      id: 'changes',
      src: 'watchChanges',
      onError: { actions: { type: 'announceCrash', params: ({ event }) => event } },
    },
    {
      id: 'return',
      src: 'watchReturn',
      onError: { actions: { type: 'announceCrash', params: ({ event }) => event } },
    },
    {
      id: 'canceller',
      src: 'cancelQueued',
      onError: { actions: { type: 'announceCrash', params: ({ event }) => event } },
    },
    /** Without these two, everybody asks again and again. */
    { id: 'stream', src: 'taskStream', onError: {} },
    { id: 'news', src: 'watchNews', onError: {} },
  ],
  on: {
    'news.told': { actions: { type: 'setOvertaken', params: { isOvertaken: true } } },
    'followed.restored': { target: '.asking', actions: { type: 'restore', params: ({ event }) => event } },
    'outcome.dismiss': { actions: [{ type: 'dismiss', params: ({ event }) => event }, 'save'] },
    'outcomes.dismiss': { actions: ['dismissAll', 'save'] },
    'queued.cancel': { actions: { type: 'cancelQueued', params: ({ event }) => event } },
    'queued.cancelled': { actions: { type: 'announceCancelled', params: ({ event }) => event } },
    'queued.kept': { actions: { type: 'announceKept', params: ({ event }) => event } },
    'tasks.changed': { target: '.asking', actions: [{ type: 'await', params: ({ event }) => event }, 'save'] },
  },
  initial: 'starting',
  states: {
    /** The screen that the operator waits for asks first. */
    starting: {
      on: { 'followed.restored': { actions: { type: 'restore', params: ({ event }) => event } } },
      after: { startDelay: 'asking' },
    },
    asking: {
      entry: { type: 'setOvertaken', params: { isOvertaken: false } },
      invoke: {
        id: 'ask',
        src: 'loadOpenTasks',
        input: ({ context }) => ({ ids: idsOf(context) }),
        onDone: [
          {
            guard: { type: 'isAtRest', params: ({ event }) => event.output },
            target: 'settled',
            actions: [{ type: 'store', params: ({ event }) => event.output }, 'save'],
          },
          { target: 'waiting', actions: [{ type: 'store', params: ({ event }) => event.output }, 'save'] },
        ],
        onError: [
          { guard: 'isAwaiting', target: 'waiting', actions: 'setStale' },
          { target: 'failed', actions: 'setStale' },
        ],
      },
    },
    waiting: { always: ifOvertaken, after: { pollInterval: 'asking' } },
    settled: {
      always: ifOvertaken,
      on: { 'person.returned': { guard: 'waitsByHand', target: 'asking' } },
      after: {
        glance: { actions: ['dismissDone', 'save'] },
        handInterval: { guard: 'waitsByHand', target: 'asking' },
      },
    },
    failed: { always: ifOvertaken, after: { retryInterval: 'asking' } },
  },
})

export type TaskFollowRef = ActorRefFrom<typeof taskFollowMachine>

const without = (ids: TaskId[], id: TaskId): TaskId[] => ids.filter((each) => each !== id)

/** Also where another tab has told its end, and it was last seen running here. */
const isUnderWay = ({ awaited, tasks }: TaskFollowContext, task_id: TaskId): boolean =>
  awaited.includes(task_id) || tasks.some((task) => task.id === task_id && !isSummaryAtRest(task))

const idsOf = ({ awaited, ended }: Followed): TaskId[] => [...awaited, ...ended]

const followedAfter = (
  context: TaskFollowContext,
  { tasks, needs_review, handed_over = 0 }: OpenTasks,
): TaskFollowContext => {
  const ended = tasks.filter((task) => isSummaryAtRest(task) && idsOf(context).includes(task.id)).slice(0, mostEnded)
  const running = tasks.filter((task) => !isSummaryAtRest(task))
  return {
    tasks: keepEqual(
      context.tasks,
      tasks.filter((task) => running.includes(task) || ended.includes(task)),
    ),
    awaited: running.map(({ id }) => id),
    ended: ended.map(({ id }) => id),
    needsReview: needs_review,
    handedOver: handed_over,
    isOvertaken: context.isOvertaken,
    isStale: false,
  }
}
