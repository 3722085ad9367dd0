import { type ActorRefFrom, assign, type EventObject, emit, enqueueActions, not, sendTo, setup, stateIn } from 'xstate'
import type { Account, AccountBody } from '../../schemas/accounts/accounts'
import { bulkDeleteMessages } from '../../schemas/accounts/accounts.words'
import type { RecordId } from '../../schemas/base'
import { publicMessages } from '../../schemas/commonMessages'
import type { DisclosureRef } from '../shell/disclosure'
import { failed, succeeded, type Toast } from './emitted'
import { failureText } from './failure'
import { present } from './present'
import type { Identified, ResourceRef } from './resource'
import { listener, service } from './service'

export type BulkDeleteEvent =
  | { type: 'choice.add'; ids: readonly RecordId[] }
  | { type: 'choice.remove'; ids: readonly RecordId[] }
  | { type: 'choice.end' }
  /** `ids` are all listed accounts; accounts that are gone cannot stay selected. */
  | { type: 'list.changed'; ids: readonly RecordId[] }
  | { type: 'delete.request' }
  | { type: 'delete.confirm' }
  | { type: 'page.stop' }
  | { type: 'dialog.cancel' }

export type ChoiceEnded = { type: 'choice.ended' }

export interface BulkDeleteInput {
  accounts: ResourceRef<Account, AccountBody>
  line: DisclosureRef
}

export interface BulkDeleteContext extends BulkDeleteInput {
  /** Ids of the selected accounts; deleted accounts leave the selection. */
  chosen: readonly RecordId[]
  /** The selection when the deletion was confirmed; `queue.at(answered)` is being deleted. */
  queue: readonly RecordId[]
  answered: number
  failed: number
  reason: string
}

export const bulkDeleteMachine = setup({
  types: {
    input: {} as BulkDeleteInput,
    context: {} as BulkDeleteContext,
    events: {} as BulkDeleteEvent,
    emitted: {} as Toast | ChoiceEnded,
    /** `unfinished`: closing the tab now would leave some accounts undeleted. */
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
    choose: assign(({ context }, params: { ids: readonly RecordId[] }) => ({
      chosen: [...new Set([...context.chosen, ...params.ids])],
    })),
    unchoose: assign(({ context }, params: { ids: readonly RecordId[] }) => ({
      chosen: without(context.chosen, params.ids),
    })),
    dropGone: assign(({ context }, params: { ids: readonly RecordId[] }) => {
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
  /** If the list is not watched any more, an account may be deleted twice; the second deletion is no failure. */
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

const without = (ids: readonly RecordId[], dropped: readonly RecordId[]): readonly RecordId[] => {
  const gone = new Set(dropped)
  return ids.filter((id) => !gone.has(id))
}

export type BulkDeleteRef = ActorRefFrom<typeof bulkDeleteMachine>
