import { type ActorRefFrom, assign, emit, enqueueActions, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { Decided, DecisionBody, ManualItem, ManualItems } from '../../schemas/history/tasks'
import * as words from '../../schemas/manual/manual.words'
import { type Crash, crashed, failedBy, succeeded, type Toast } from '../crud/emitted'
import { faultOf } from '../crud/failure'
import { keepEqual } from '../crud/keepEqual'
import { listener, service } from '../crud/service'
import { pollIntervals, type UpdatesContext, watchUpdates } from '../crud/watching'
import { recovery, untilBack } from '../security/recovery'

type ItemId = ManualItem['id']

export type ManualPostingEvent =
  | { type: 'list.reload' }
  | { type: 'item.next' }
  | { type: 'item.previous' }
  | { type: 'item.open' }
  | { type: 'item.check' }
  | { type: 'item.posted'; tweet_url: string }
  | { type: 'item.notPosted' }
  | { type: 'person.returned' }
  | { type: 'tasks.updated' }

interface ManualPostingContext extends UpdatesContext {
  /** The item to start with. */
  wanted: string | undefined
  /** The wanted item was not in the list. */
  isWantedGone: boolean
  items: ManualItem[]
  /** All items, including those beyond the list. */
  total: number
  index: number
  /** Items whose page on X was opened here. */
  opened: ItemId[]
  /** The item that was opened last, until the operator returns. */
  away: ItemId | undefined
  fault: string | undefined
}

const currentOf = ({ items, index }: ManualPostingContext): ManualItem | undefined => items[index]

export const manualPostingMachine = setup({
  types: {
    input: {} as { item_id: string | undefined },
    context: {} as ManualPostingContext,
    events: {} as ManualPostingEvent,
    emitted: {} as Toast | Crash,
    tags: {} as 'busy' | 'writing',
  },
  actors: {
    /** `known`: the items of the last answer, which show which ones have left. */
    loadManual: service<ManualItems, { known: ManualItem[] }>('loadManual'),
    decideItem: service<void, Decided>('decideItem'),
    watchReturn: listener('watchReturn'),
    watchUpdates,
    untilBack,
  },
  delays: { pollInterval: pollIntervals.alone },
  guards: {
    isEmpty: (_, { items }: ManualItems) => items.length === 0,
    hasNext: ({ context: { items, index } }) => index + 1 < items.length,
    hasPrevious: ({ context: { index } }) => index > 0,
    isLookedFor: ({ context: { items } }) => items.some(({ next_at }) => Boolean(next_at)),
    isOvertaken: ({ context }) => context.isOvertaken,
    isBackFromCurrent: ({ context }) => context.away !== undefined && context.away === currentOf(context)?.id,
  },
  actions: {
    store: enqueueActions(({ context, enqueue }, answer: ManualItems) => {
      const posted = context.opened.filter((id) => !answer.items.some((item) => item.id === id))
      enqueue.assign(listedAfter(context, answer))
      if (posted.length > 0) enqueue.emit(succeeded(words.postedManually))
    }),
    setOvertaken: assign((_, { isOvertaken }: UpdatesContext) => ({ isOvertaken })),
    goNext: assign(({ context: { index } }) => ({ index: index + 1, fault: undefined, isWantedGone: false })),
    goBack: assign(({ context: { index } }) => ({ index: index - 1, fault: undefined, isWantedGone: false })),
    rememberOpened: assign(({ context }) => ({ opened: [...withoutCurrent(context), ...idsOf(currentOf(context))] })),
    goAway: assign({ away: ({ context }) => currentOf(context)?.id }),
    comeBack: assign({ away: undefined }),
    forgetOpened: assign(({ context }) => ({ opened: withoutCurrent(context), away: undefined })),
    blameLink: assign((_, { error }: { error: unknown }) => ({ fault: faultOf(error).reason })),
    forgetFault: assign({ fault: undefined }),
    announceFailure: emit(failedBy(publicMessages.failure)),
    announceCrash: emit((_, { error }: { error: unknown }) => crashed(publicMessages.crash.manualPosting, error)),
  },
}).createMachine({
  id: 'manualPosting',
  description:
    'Replies that the operator posts manually on X’s site. *Open* records that X’s page was opened, and the server then checks X for the post. *Returned* means that the operator is back on this page, and starts a check at once. In `working`, the list is loaded again while the server checks any of its replies. An opened reply that is no longer listed is posted. A notification from the server loads the list at once, even if it was empty. `confirming` waits until the server has checked a pasted link, and `deciding` waits for the other decisions.',
  context: ({ input }) => ({
    wanted: input.item_id,
    isWantedGone: false,
    items: [],
    total: 0,
    index: 0,
    opened: [],
    away: undefined,
    fault: undefined,
    isOvertaken: false,
  }),
  invoke: [
    {
      id: 'return',
      src: 'watchReturn',
      onError: { actions: { type: 'announceCrash', params: ({ event }) => event } },
    },
    { id: 'updates', src: 'watchUpdates', onError: {} },
  ],
  on: { 'tasks.updated': { actions: { type: 'setOvertaken', params: { isOvertaken: true } } } },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: { type: 'setOvertaken', params: { isOvertaken: false } },
      invoke: {
        id: 'load',
        src: 'loadManual',
        input: ({ context }) => ({ known: context.items }),
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'empty',
            actions: { type: 'store', params: ({ event }) => event.output },
          },
          { target: 'working', actions: { type: 'store', params: ({ event }) => event.output } },
        ],
        onError: 'failed',
      },
    },
    working: {
      on: {
        'item.next': { guard: 'hasNext', actions: 'goNext' },
        'item.previous': { guard: 'hasPrevious', actions: 'goBack' },
        'item.open': { target: 'deciding', actions: ['rememberOpened', 'goAway'] },
        'item.check': { target: 'deciding', actions: 'rememberOpened' },
        'item.posted': { target: 'confirming', actions: ['rememberOpened', 'forgetFault'] },
        'item.notPosted': { target: 'deciding', actions: 'forgetOpened' },
        'person.returned': [
          { guard: 'isBackFromCurrent', target: 'deciding', actions: 'comeBack' },
          { target: '.polling' },
        ],
      },
      initial: 'waiting',
      states: {
        waiting: {
          always: { guard: 'isOvertaken', target: 'polling' },
          after: { pollInterval: { guard: 'isLookedFor', target: 'polling' } },
        },
        polling: {
          entry: { type: 'setOvertaken', params: { isOvertaken: false } },
          invoke: {
            id: 'poll',
            src: 'loadManual',
            input: ({ context }) => ({ known: context.items }),
            onDone: [
              {
                guard: { type: 'isEmpty', params: ({ event }) => event.output },
                target: '#manualPosting.empty',
                actions: { type: 'store', params: ({ event }) => event.output },
              },
              { target: 'waiting', actions: { type: 'store', params: ({ event }) => event.output } },
            ],
            onError: 'waiting',
          },
        },
      },
    },
    deciding: {
      tags: ['busy', 'writing'],
      on: {
        'item.next': { guard: 'hasNext', actions: 'goNext' },
        'item.previous': { guard: 'hasPrevious', actions: 'goBack' },
      },
      invoke: {
        id: 'decide',
        src: 'decideItem',
        input: ({ context, event }) => decidedBy(context, event),
        onDone: 'working.polling',
        onError: { target: 'working.polling', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    confirming: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'confirm',
        src: 'decideItem',
        input: ({ context, event }) => decidedBy(context, event),
        onDone: 'working.polling',
        onError: { target: 'working', actions: { type: 'blameLink', params: ({ event }) => event } },
      },
    },
    empty: {
      on: { 'list.reload': 'loading', 'person.returned': '.checking' },
      initial: 'resting',
      states: {
        resting: { always: { guard: 'isOvertaken', target: 'checking' } },
        checking: {
          entry: { type: 'setOvertaken', params: { isOvertaken: false } },
          invoke: {
            id: 'poll',
            src: 'loadManual',
            input: ({ context }) => ({ known: context.items }),
            onDone: [
              { guard: { type: 'isEmpty', params: ({ event }) => event.output }, target: 'resting' },
              {
                target: '#manualPosting.working',
                actions: { type: 'store', params: ({ event }) => event.output },
              },
            ],
            onError: 'resting',
          },
        },
      },
    },
    failed: { invoke: recovery, on: { 'list.reload': 'loading' } },
  },
})

const idsOf = (item: ManualItem | undefined): ItemId[] => (item === undefined ? [] : [item.id])

const withoutCurrent = (context: ManualPostingContext): ItemId[] =>
  context.opened.filter((id) => id !== currentOf(context)?.id)

/** The current item stays selected. If it has left the list, the next item takes its place. */
const listedAfter = (context: ManualPostingContext, { items, total }: ManualItems) => {
  const current = currentOf(context)?.id ?? context.wanted
  const place = items.findIndex(({ id }) => String(id) === String(current))
  return {
    wanted: undefined,
    isWantedGone: context.isWantedGone || (context.wanted !== undefined && place < 0),
    items: keepEqual(context.items, items),
    total,
    index: place >= 0 ? place : Math.min(context.index, Math.max(0, items.length - 1)),
    opened: context.opened.filter((id) => items.some((item) => item.id === id)),
    away: items.some(({ id }) => id === context.away) ? context.away : undefined,
    fault: place >= 0 ? context.fault : undefined,
  }
}

const decisionOf = (event: ManualPostingEvent): DecisionBody => {
  switch (event.type) {
    case 'item.open':
      return { action: 'opened' }
    case 'item.posted':
      return { action: 'posted', tweet_url: event.tweet_url }
    case 'item.notPosted':
      return { action: 'not_posted' }
    default:
      return { action: 'check_again' }
  }
}

const decidedBy = (context: ManualPostingContext, event: ManualPostingEvent): Decided => {
  const item = currentOf(context)
  if (item === undefined) throw new Error('item to decide about')
  return { task_id: item.task_id, item_id: item.id, decision: decisionOf(event) }
}

export type ManualPostingRef = ActorRefFrom<typeof manualPostingMachine>
