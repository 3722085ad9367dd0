import { type ActorRefFrom, assign, type EventObject, emit, enqueueActions, not, sendTo, setup, stateIn } from 'xstate'
import { type Account, type AccountBody, bulkDeleteMessages } from '../schemas/accounts'
import { publicMessages } from '../schemas/commonMessages'
import type { DisclosureRef } from './disclosure'
import { failed, succeeded, type Toast } from './emitted'
import { failureText } from './failure'
import { present } from './present'
import type { Identified, ResourceRef } from './resource'
import { listener, service } from './service'

export type BulkDeleteEvent =
  | { type: 'choice.add'; ids: readonly number[] }
  | { type: 'choice.remove'; ids: readonly number[] }
  | { type: 'choice.end' }
  /** `ids` is all that is listed now: what is gone cannot be chosen. */
  | { type: 'list.changed'; ids: readonly number[] }
  | { type: 'delete.request' }
  | { type: 'delete.confirm' }
  | { type: 'page.stop' }
  | { type: 'dialog.cancel' }

/** Nothing is to be chosen any more. */
export type ChoiceEnded = { type: 'choice.ended' }

export interface BulkDeleteInput {
  /** From whose list is chosen; it is loaded again after a deletion. */
  accounts: ResourceRef<Account, AccountBody>
  /** Open for as long as rows are chosen. */
  line: DisclosureRef
}

export interface BulkDeleteContext extends BulkDeleteInput {
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
    input: {} as BulkDeleteInput,
    context: {} as BulkDeleteContext,
    events: {} as BulkDeleteEvent,
    emitted: {} as Toast | ChoiceEnded,
    /** `unfinished`: closing the tab now would leave some undeleted. */
    tags: {} as 'busy' | 'unfinished',
  },
  actors: {
    remove: service<void, Identified>('remove'),
    followList: listener<EventObject, Pick<BulkDeleteInput, 'accounts'>>('followList'),
  },
  guards: {
    hasChosen: ({ context }) => context.chosen.length > 0,
    hasNone: not('hasChosen'),
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
    reloadList: sendTo(({ context }) => context.accounts, { type: 'list.reload' }),
    closeLine: sendTo(({ context }) => context.line, { type: 'close' }),
    announceEnded: emit({ type: 'choice.ended' }),
  },
}).createMachine({
  id: 'bulkDelete',
  description:
    'The operator selects accounts in the list and deletes them after one confirmation. The chart sends one delete call at a time and enters `deleting` again for each account. *Chosen* contains the selected accounts of all pages; the *queue* contains the accounts selected when the deletion was confirmed. Deleted accounts leave the selection. Accounts that failed, or were not reached before *stop*, stay selected. If none is left, the chart waits in `settled` until the list is loaded again; then the selection ends, unless the operator selected more accounts. `stopping` waits for the running call. An expired session ends the deletion without a message, because the login page explains the sign-out.',
  context: ({ input }) => ({ ...input, chosen: [], queue: [], answered: 0, failed: 0, reason: '' }),
  /** Where the list is not followed any more, what is gone from it is deleted once more, which is no failure. */
  invoke: { id: 'list', src: 'followList', input: ({ context: { accounts } }) => ({ accounts }), onError: {} },
  on: { 'list.changed': { actions: { type: 'dropGone', params: ({ event }) => event } } },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'choice.add': { actions: { type: 'choose', params: ({ event }) => event } },
        'choice.remove': { actions: { type: 'unchoose', params: ({ event }) => event } },
        'choice.end': 'ended',
        'delete.request': { guard: 'hasChosen', target: 'confirming' },
      },
    },
    confirming: {
      always: { guard: 'hasNone', target: 'choosing' },
      on: {
        'delete.confirm': { target: 'deleting', actions: 'fillQueue' },
        'dialog.cancel': 'choosing',
      },
    },
    deleting: {
      tags: ['busy', 'unfinished'],
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context }) => ({ id: present(context.queue[context.answered], 'media agent to delete') }),
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
        running: { on: { 'page.stop': 'stopping' } },
        stopping: {},
      },
    },
    /** Where nothing is left chosen, the choice ends once the list says so too. */
    settled: {
      entry: ['announceOutcome', 'reloadList'],
      always: { guard: 'hasChosen', target: 'choosing' },
      on: {
        'choice.add': { target: 'choosing', actions: { type: 'choose', params: ({ event }) => event } },
        'choice.end': 'ended',
        'list.changed': 'ended',
      },
    },
    ended: { type: 'final', entry: ['closeLine', 'announceEnded'] },
  },
})

const without = (ids: readonly number[], dropped: readonly number[]): readonly number[] => {
  const gone = new Set(dropped)
  return ids.filter((id) => !gone.has(id))
}

export type BulkDeleteRef = ActorRefFrom<typeof bulkDeleteMachine>
