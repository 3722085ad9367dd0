import { type ActorRefFrom, assign, type EventObject, emit, not, or, sendTo, setup } from 'xstate'
import type { Account, AccountBody } from '../../schemas/accounts/accounts'
import { type BulkTask, bulkEnded } from '../../schemas/accounts/bulkChange.words'
import type { RecordId } from '../../schemas/base'
import { failed, succeeded, type Toast } from './emitted'
import { allFailed, createOneByOne, isDone, type ResultOf } from './oneByOne'
import { present } from './present'
import type { ResourceRef } from './resource'
import { listener } from './service'

/** An account that is gone from the list keeps its name in the report. */
export type Chosen = Pick<Account, 'id' | 'username'>

export type BulkChange = { kind: Exclude<BulkTask, 'group'> } | { kind: 'group'; group: string }

export type BulkChangeEvent =
  | { type: 'choice.add'; accounts: readonly Chosen[] }
  | { type: 'choice.remove'; ids: readonly RecordId[] }
  | { type: 'choice.end' }
  /** `ids` are all listed accounts; accounts that are gone cannot stay selected. */
  | { type: 'list.changed'; ids: readonly RecordId[] }
  | { type: 'change.request'; change: BulkChange }
  | { type: 'change.confirm' }
  | { type: 'page.stop' }
  | { type: 'dialog.cancel' }

export type ChoiceEnded = { type: 'choice.ended' }

export interface BulkChangeInput {
  accounts: ResourceRef<Account, AccountBody>
}

export interface BulkChangeContext extends BulkChangeInput {
  /** Selected accounts of all pages. */
  chosen: readonly Chosen[]
  change: BulkChange | undefined
  /** The selection when the latest change began. */
  queue: readonly Chosen[]
  /** Of the latest change. Empty until it is over; `work` has the progress. */
  results: readonly ResultOf<Chosen>[]
}

export const bulkChangeMachine = setup({
  types: {
    input: {} as BulkChangeInput,
    context: {} as BulkChangeContext,
    events: {} as BulkChangeEvent,
    emitted: {} as Toast | ChoiceEnded,
    /** `unfinished`: closing the tab now would leave some accounts unchanged. */
    tags: {} as 'busy' | 'unfinished',
    children: {} as { list: 'followList'; work: 'work' },
  },
  actors: {
    work: createOneByOne<Chosen, BulkChange>(),
    followList: listener<EventObject, BulkChangeInput>('followList'),
  },
  guards: {
    hasChosen: ({ context }) => context.chosen.length > 0,
    hasNone: not('hasChosen'),
    isDeletion: ({ context }) => context.change?.kind === 'delete',
    beginsAtOnce: ({ context }, { change }: { change: BulkChange }) =>
      context.chosen.length > 0 && change.kind === 'check',
    isComplete: ({ context: { change } }) => change?.kind !== 'group' || change.group !== '',
  },
  actions: {
    choose: assign(({ context: { chosen } }, { accounts }: { accounts: readonly Chosen[] }) => {
      const known = new Set(chosen.map(({ id }) => id))
      return { chosen: [...chosen, ...accounts.filter(({ id }) => !known.has(id))] }
    }),
    unchoose: assign(({ context }, { ids }: { ids: readonly RecordId[] }) => {
      const dropped = new Set(ids)
      return { chosen: context.chosen.filter(({ id }) => !dropped.has(id)) }
    }),
    dropGone: assign(({ context }, { ids }: { ids: readonly RecordId[] }) => {
      const listed = new Set(ids)
      return { chosen: context.chosen.filter(({ id }) => listed.has(id)) }
    }),
    storeChange: assign((_, { change }: { change: BulkChange }) => ({ change })),
    forgetChange: assign({ change: undefined }),
    fillQueue: assign(({ context }) => ({ queue: context.chosen, results: [] })),
    storeResults: assign(({ context }, { results }: Pick<BulkChangeContext, 'results'>) => {
      const done = new Set(results.filter(isDone).map(({ id }) => id))
      return { results, chosen: context.chosen.filter(({ id }) => !done.has(id)) }
    }),
    announceOutcome: emit(({ context: { change, results } }) => {
      const message = bulkEnded(present(change, 'change').kind, results)
      return results.every(isDone) ? succeeded(message) : failed(message)
    }),
    stopWork: sendTo('work', { type: 'work.stop' }),
    reloadList: sendTo(({ context }) => context.accounts, { type: 'list.reload' }),
    announceEnded: emit({ type: 'choice.ended' }),
  },
}).createMachine({
  id: 'bulkChange',
  description:
    'The operator selects accounts in the list and changes them: to a group, to inactive, by a check that activates the accounts that X accepts, or by deletion. Only a check begins without a question. `work` (`oneByOne`) changes one account after the other. *Chosen* contains the selected accounts of all pages; the *queue* contains the accounts selected when the change began. Changed accounts leave the selection. Accounts that failed, or were not reached before *stop*, stay selected, and *results* has the reasons. If a deletion leaves none, the chart waits in `settled` until the list is loaded again; then the selection ends, unless the operator selected more accounts. An expired session ends the change without a message, because the login page explains the sign-out.',
  context: ({ input }) => ({ ...input, chosen: [], change: undefined, queue: [], results: [] }),
  /** If the list is not watched any more, an account may be deleted twice; the second deletion is no failure. */
  invoke: { id: 'list', src: 'followList', input: ({ context: { accounts } }) => ({ accounts }), onError: {} },
  on: { 'list.changed': { actions: { type: 'dropGone', params: ({ event }) => event } } },
  initial: 'choosing',
  states: {
    choosing: {
      entry: 'forgetChange',
      on: {
        'choice.add': { actions: { type: 'choose', params: ({ event }) => event } },
        'choice.remove': { actions: { type: 'unchoose', params: ({ event }) => event } },
        'choice.end': 'ended',
        'change.request': [
          {
            guard: { type: 'beginsAtOnce', params: ({ event }) => event },
            target: 'working',
            actions: [{ type: 'storeChange', params: ({ event }) => event }, 'fillQueue'],
          },
          {
            guard: 'hasChosen',
            target: 'confirming',
            actions: { type: 'storeChange', params: ({ event }) => event },
          },
        ],
      },
    },
    confirming: {
      always: { guard: 'hasNone', target: 'choosing' },
      on: {
        'change.request': { actions: { type: 'storeChange', params: ({ event }) => event } },
        'change.confirm': { guard: 'isComplete', target: 'working', actions: 'fillQueue' },
        'dialog.cancel': 'choosing',
      },
    },
    working: {
      tags: ['busy', 'unfinished'],
      invoke: {
        id: 'work',
        src: 'work',
        input: ({ context: { queue, change } }) => ({ queue, task: present(change, 'change') }),
        onDone: { target: 'settled', actions: { type: 'storeResults', params: ({ event }) => event.output } },
        onError: {
          target: 'settled',
          actions: {
            type: 'storeResults',
            params: ({ context, event }) => ({ results: allFailed(context.queue, event.error) }),
          },
        },
      },
      on: { 'page.stop': { actions: 'stopWork' } },
    },
    settled: {
      entry: ['announceOutcome', 'reloadList'],
      always: { guard: or(['hasChosen', not('isDeletion')]), target: 'choosing' },
      on: {
        'choice.add': { target: 'choosing', actions: { type: 'choose', params: ({ event }) => event } },
        'choice.end': 'ended',
        'list.changed': 'ended',
      },
    },
    ended: { type: 'final', entry: 'announceEnded' },
  },
})

export type BulkChangeRef = ActorRefFrom<typeof bulkChangeMachine>
