import { type ActorRefFrom, assign, emit, enqueueActions, setup, stateIn } from 'xstate'
import { bulkDeleteMessages } from '../schemas/bulkDeleteMessages'
import { publicMessages } from '../schemas/publicMessages'
import { failed, succeeded, type Toast } from './emitted'
import { failureText } from './failure'
import type { Identified } from './resource'
import { service } from './service'

export type BulkDeleteEvent =
  | { type: 'choice.add'; ids: readonly number[] }
  | { type: 'choice.remove'; ids: readonly number[] }
  /** `ids` is all that is listed now: what is gone cannot be chosen. */
  | { type: 'list.changed'; ids: readonly number[] }
  | { type: 'delete.request' }
  | { type: 'delete.confirm' }
  | { type: 'delete.stop' }
  | { type: 'dialog.cancel' }

/** A deletion came to rest: whoever lists the things loads them again. `left` are still chosen. */
export type DeletionSettled = { type: 'deletion.settled'; left: number }

export interface BulkDeleteContext {
  /** Ids of what is chosen; what is deleted leaves it. */
  chosen: readonly number[]
  /** What was chosen when the deletion was confirmed; the one in flight is `queue.at(answered)`. */
  queue: readonly number[]
  answered: number
  failed: number
  /** Why the last of those that failed did. */
  reason: string
}

/** Several media agents are chosen from a list, and deleted one after the other once the operator has confirmed it. */
export const bulkDeleteMachine = setup({
  types: {
    context: {} as BulkDeleteContext,
    events: {} as BulkDeleteEvent,
    emitted: {} as Toast | DeletionSettled,
    /** `unfinished`: closing the tab now would leave some undeleted. */
    tags: {} as 'busy' | 'unfinished',
  },
  actors: { remove: service<void, Identified>('remove') },
  guards: {
    hasChosen: ({ context }) => context.chosen.length > 0,
    isLast: ({ context }) => context.answered + 1 >= context.queue.length,
    isStopping: stateIn({ deleting: 'stopping' }),
  },
  actions: {
    choose: assign(({ context }, params: { ids: readonly number[] }) => ({
      chosen: [...new Set([...context.chosen, ...params.ids])],
    })),
    unchoose: assign(({ context }, params: { ids: readonly number[] }) => ({
      chosen: without(context.chosen, params.ids),
    })),
    dropGone: assign(({ context }, params: { ids: readonly number[] }) => {
      const listed = new Set(params.ids)
      return { chosen: context.chosen.filter((id) => listed.has(id)) }
    }),
    fillQueue: assign(({ context }) => ({ queue: context.chosen, answered: 0, failed: 0, reason: '' })),
    countDeleted: assign(({ context }) => ({
      answered: context.answered + 1,
      chosen: without(context.chosen, context.queue.slice(context.answered, context.answered + 1)),
    })),
    countFailed: assign(({ context }, params: { error: unknown }) => ({
      answered: context.answered + 1,
      failed: context.failed + 1,
      reason: failureText(params.error, publicMessages.failure),
    })),
    announceOutcome: enqueueActions(({ context: { answered, failed: refused, reason }, enqueue }) => {
      if (refused > 0) enqueue.emit(failed(`${bulkDeleteMessages.failed(refused, answered)} ${reason}`))
      else enqueue.emit(succeeded(bulkDeleteMessages.deleted(answered)))
    }),
    announceSettled: emit(({ context }) => ({ type: 'deletion.settled' as const, left: context.chosen.length })),
  },
}).createMachine({
  id: 'bulkDelete',
  context: { chosen: [], queue: [], answered: 0, failed: 0, reason: '' },
  on: { 'list.changed': { actions: { type: 'dropGone', params: ({ event }) => event } } },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'choice.add': { actions: { type: 'choose', params: ({ event }) => event } },
        'choice.remove': { actions: { type: 'unchoose', params: ({ event }) => event } },
        'delete.request': { guard: 'hasChosen', target: 'confirming' },
      },
    },
    confirming: {
      on: {
        'delete.confirm': { guard: 'hasChosen', target: 'deleting', actions: 'fillQueue' },
        'dialog.cancel': 'choosing',
      },
    },
    deleting: {
      tags: ['busy', 'unfinished'],
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context }) => ({ id: context.queue[context.answered] ?? 0 }),
        onDone: [
          { guard: 'isLast', target: 'settled', actions: 'countDeleted' },
          { guard: 'isStopping', target: 'settled', actions: 'countDeleted' },
          { target: 'deleting', reenter: true, actions: 'countDeleted' },
        ],
        onError: [
          { guard: 'isLast', target: 'settled', actions: { type: 'countFailed', params: ({ event }) => event } },
          { guard: 'isStopping', target: 'settled', actions: { type: 'countFailed', params: ({ event }) => event } },
          { target: 'deleting', reenter: true, actions: { type: 'countFailed', params: ({ event }) => event } },
        ],
      },
      initial: 'running',
      states: {
        running: { on: { 'delete.stop': 'stopping' } },
        stopping: {},
      },
    },
    settled: {
      entry: ['announceOutcome', 'announceSettled'],
      always: 'choosing',
    },
  },
})

const without = (ids: readonly number[], dropped: readonly number[]): readonly number[] => {
  const gone = new Set(dropped)
  return ids.filter((id) => !gone.has(id))
}

export type BulkDeleteRef = ActorRefFrom<typeof bulkDeleteMachine>
