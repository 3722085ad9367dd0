import { type ActorRefFrom, assign, emit, enqueueActions, sendTo, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import { posted } from '../../schemas/composer/composer.words'
import * as words from '../../schemas/history/history.words'
import { isSummaryAtRest, needsPerson, sendOutcome } from '../../schemas/history/taskOutcome'
import type { Followed, OpenTasks, Task, TaskSummary } from '../../schemas/history/tasks'
import { type Crash, crashed, failed, failedBy, succeeded, type Toast } from '../crud/emitted'
import { keepEqual } from '../crud/keepEqual'
import { listener, service } from '../crud/service'
import { pollIntervals, type UpdatesContext, type WatchContext, watchUpdates } from '../crud/watching'
import { taskStreamMachine } from './taskStream'

export type TaskId = Task['id']

export type TaskFollowEvent =
  /** Something was sent, sent again or decided. Without a `task_id`, the tasks are only loaded again. */
  | { type: 'tasks.changed'; task_id: TaskId | undefined }
  /** `hold`: milliseconds in which the send can be taken back. */
  | { type: 'task.sent'; task_id: TaskId; hold: number }
  /** The provider reports no outcome. */
  | { type: 'send.accepted' }
  | { type: 'send.due'; task_id: TaskId }
  | { type: 'followed.restored'; followed: Followed }
  | { type: 'outcome.dismiss'; task_id: TaskId }
  | { type: 'outcomes.dismiss' }
  | { type: 'queued.cancel'; task_id: TaskId }
  | { type: 'queued.cancelled'; count: number }
  | { type: 'queued.notCancelled'; error: unknown }
  | { type: 'person.returned' }
  | { type: 'tasks.updated' }

export type TaskEnded = { type: 'task.ended'; task: TaskSummary }

export type CancellerEvent = { type: 'queued.cancel'; task_id: TaskId }

export type FollowKeeperEvent = { type: 'followed.save'; followed: Followed }

export interface TaskFollowContext extends Followed, WatchContext {
  /** The awaited and ended tasks as the server has them, newest first. */
  tasks: TaskSummary[]
  /** Sends whose message has not appeared yet. */
  unannounced: TaskId[]
  /** How many items of all tasks wait for a decision. */
  needsReview: number
  /** How many items of all tasks wait to be posted manually; undefined before the first answer. */
  manualCount: number | undefined
}

const ifOvertaken = { guard: 'isOvertaken', target: 'asking' } as const

/** Milliseconds in which the outcome of a send may decide its message. */
const outcomeWait = 2000

/** Older ended tasks are only in History. */
const mostEnded = 20

export const taskFollowMachine = setup({
  types: {
    context: {} as TaskFollowContext,
    events: {} as TaskFollowEvent,
    emitted: {} as TaskEnded | Crash | Toast,
    children: {} as {
      keeper: 'keepFollowed'
      changes: 'watchChanges'
      sends: 'watchSends'
      return: 'watchReturn'
      canceller: 'cancelQueued'
      stream: 'taskStream'
      updates: 'watchUpdates'
    },
  },
  actors: {
    loadOpenTasks: service<OpenTasks, { ids: TaskId[] }>('loadOpenTasks'),
    /**
     * Sends `followed.restored` if there is anything to follow, and again after each change in another tab. Stores what
     * it receives.
     */
    keepFollowed: listener<FollowKeeperEvent>('keepFollowed'),
    watchChanges: listener('watchChanges'),
    watchSends: listener('watchSends'),
    watchReturn: listener('watchReturn'),
    taskStream: taskStreamMachine,
    watchUpdates,
    /** Answers each `queued.cancel` with `queued.cancelled` or `queued.notCancelled`. */
    cancelQueued: listener<CancellerEvent>('cancelQueued'),
  },
  delays: {
    startDelay: 1000,
    pollInterval: pollIntervals.alone,
    retryInterval: 30_000,
    glance: 8000,
    manualInterval: 30_000,
  },
  guards: {
    isAtRest: (_, { tasks }: OpenTasks) => tasks.every(isSummaryAtRest),
    isOvertaken: ({ context }) => context.isOvertaken,
    isAwaiting: ({ context }) => context.awaited.length > 0,
    isUnannounced: ({ context }, { task_id }: { task_id: TaskId }) => context.unannounced.includes(task_id),
    waitsForManual: ({ context }) => (context.manualCount ?? 0) > 0,
  },
  actions: {
    setOvertaken: assign((_, { isOvertaken }: UpdatesContext) => ({ isOvertaken })),
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
      for (const task of answer.tasks.filter(({ id }) => context.unannounced.includes(id))) {
        const outcome = sendOutcome(task)
        if (outcome.state === 'posted') enqueue.emit(succeeded(posted))
        if (outcome.state === 'none') enqueue.emit(failed(outcome.message))
        if (outcome.state !== 'open') enqueue.cancel(dueOf(task.id))
      }
    }),
    rememberSend: enqueueActions(({ enqueue }, { task_id, hold }: { task_id: TaskId; hold: number }) => {
      enqueue.assign({ unannounced: ({ context }) => [...without(context.unannounced, task_id), task_id] })
      enqueue.raise({ type: 'send.due', task_id }, { id: dueOf(task_id), delay: hold + outcomeWait })
    }),
    forgetSend: assign({
      unannounced: ({ context }, { task_id }: { task_id: TaskId }) => without(context.unannounced, task_id),
    }),
    announcePosted: emit(succeeded(posted)),
    dismiss: assign(({ context: { tasks, ended } }, { task_id }: { task_id: TaskId }) => ({
      tasks: ended.includes(task_id) ? tasks.filter(({ id }) => id !== task_id) : tasks,
      ended: without(ended, task_id),
    })),
    dismissAll: assign(({ context: { tasks, ended } }) => ({
      tasks: tasks.filter(({ id }) => !ended.includes(id)),
      ended: [],
    })),
    dismissDone: assign(({ context: { tasks, ended } }) => {
      const done = tasks.filter((task) => ended.includes(task.id) && !needsPerson(task)).map(({ id }) => id)
      return { tasks: tasks.filter(({ id }) => !done.includes(id)), ended: ended.filter((id) => !done.includes(id)) }
    }),
    cancelQueued: sendTo('canceller', (_, event: CancellerEvent) => event),
    announceCancelled: emit((_, { count }: { count: number }) => succeeded(words.cancelled(count))),
    announceNotCancelled: emit(failedBy(publicMessages.failure)),
    announceCrash: emit((_, params: { error: unknown }) => crashed(publicMessages.crash.follow, params.error)),
    save: sendTo('keeper', ({ context: { awaited, ended } }) => ({
      type: 'followed.save' as const,
      followed: { awaited, ended },
    })),
  },
}).createMachine({
  id: 'taskFollow',
  description:
    'Follows running tasks on every screen during the session. An *awaited* task was sent here or is running, and its outcome is not yet announced. An *ended* task was announced and not yet looked at: a successful task is dismissed after 8 seconds, the others when the operator dismisses them. The child `keeper` stores both lists over reloads and reports changes from other tabs (`followed.restored`), and the tasks are then loaded again. Tasks are loaded only while one is awaited, and every 30 seconds while a reply waits to be posted manually. A send’s message (`task.sent`) waits for the hold and then up to 2 seconds for the outcome; it is a failure if no reply was or will be posted by then. `tasks.changed` and the operator’s *return* load them at once.',
  context: {
    awaited: [],
    ended: [],
    tasks: [],
    unannounced: [],
    needsReview: 0,
    manualCount: undefined,
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
      id: 'sends',
      src: 'watchSends',
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
    /** If either of these crashes, the actors poll instead. */
    { id: 'stream', src: 'taskStream', onError: {} },
    { id: 'updates', src: 'watchUpdates', onError: {} },
  ],
  on: {
    'tasks.updated': { actions: { type: 'setOvertaken', params: { isOvertaken: true } } },
    'followed.restored': { target: '.asking', actions: { type: 'restore', params: ({ event }) => event } },
    'outcome.dismiss': { actions: [{ type: 'dismiss', params: ({ event }) => event }, 'save'] },
    'outcomes.dismiss': { actions: ['dismissAll', 'save'] },
    'queued.cancel': { actions: { type: 'cancelQueued', params: ({ event }) => event } },
    'queued.cancelled': { actions: { type: 'announceCancelled', params: ({ event }) => event } },
    'queued.notCancelled': { actions: { type: 'announceNotCancelled', params: ({ event }) => event } },
    'task.sent': { actions: { type: 'rememberSend', params: ({ event }) => event } },
    'send.accepted': { actions: 'announcePosted' },
    'send.due': {
      guard: { type: 'isUnannounced', params: ({ event }) => event },
      actions: [{ type: 'forgetSend', params: ({ event }) => event }, 'announcePosted'],
    },
    'tasks.changed': { target: '.asking', actions: [{ type: 'await', params: ({ event }) => event }, 'save'] },
  },
  initial: 'starting',
  states: {
    /** The screen’s own requests come first. */
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
      on: { 'person.returned': { guard: 'waitsForManual', target: 'asking' } },
      after: {
        glance: { actions: ['dismissDone', 'save'] },
        manualInterval: { guard: 'waitsForManual', target: 'asking' },
      },
    },
    failed: { always: ifOvertaken, after: { retryInterval: 'asking' } },
  },
})

export type TaskFollowRef = ActorRefFrom<typeof taskFollowMachine>

const dueOf = (task_id: TaskId) => `send ${task_id}`

const without = (ids: TaskId[], id: TaskId): TaskId[] => ids.filter((each) => each !== id)

/** A task counts even if another tab has announced its end, as long as this tab last saw it running. */
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
    manualCount: handed_over,
    isOvertaken: context.isOvertaken,
    isStale: false,
    unannounced: context.unannounced.filter((id) => {
      const sent = tasks.find((task) => task.id === id)
      return !sent || sendOutcome(sent).state === 'open'
    }),
  }
}
