import { type ActorRefFrom, assign, emit, raise, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { Inbox, Mention } from '../../schemas/inbox'
import type { InboxFilter } from '../../schemas/inboxFilter'
import { type Crash, crashed, failedBy, type Toast } from '../crud/emitted'
import { type Problem, problemOf } from '../crud/failure'
import { present } from '../crud/present'
import { listener, service } from '../crud/service'
import { recovery, untilBack } from '../security/recovery'
import { type Change, changedBy, indexOf, type MentionId, mergedWith, withMention } from './inboxList'

export type InboxEvent =
  | { type: 'list.reload' }
  | { type: 'filter.change'; filter: InboxFilter }
  /** Undefined for the newest ones. */
  | { type: 'page.open'; cursor: string | undefined }
  /** Puts what came meanwhile above the others. */
  | { type: 'arrivals.show' }
  | { type: 'mention.choose'; id: MentionId }
  | { type: 'mention.next' }
  | { type: 'mention.previous' }
  /** It stands in the composer now. */
  | { type: 'mention.opened'; id: MentionId }
  | { type: 'mention.dismiss'; id: MentionId }
  | { type: 'mention.restore'; id: MentionId }

export interface InboxInput {
  filter: InboxFilter
  /** Those that were opened in the composer before. */
  opened: MentionId[]
}

/** What is asked of the server. */
export interface InboxQuery {
  filter: InboxFilter
  cursor: string | undefined
}

interface InboxContext extends InboxInput {
  cursor: string | undefined
  /** What is in sight. */
  shown: Inbox | undefined
  /** What the server said last. */
  latest: Inbox | undefined
  /** How many new ones wait to be put in sight. */
  arrived: number
  /** Those in sight that do not belong there any more: answered or dismissed elsewhere, or gone from X. */
  left: MentionId[]
  /** The place of the one that keys act upon. */
  index: number
  /** What was said and is not stored yet, in the order in which it is stored. */
  changes: Change[]
  /** The one that was dismissed last, for Undo. */
  dismissed: Mention | undefined
  /** Why the server did not answer last. */
  problem: Problem | undefined
}

/** Posts of others that an account may answer: read again and again, dismissed, brought back. */
export const inboxMachine = setup({
  types: {
    input: {} as InboxInput,
    context: {} as InboxContext,
    events: {} as InboxEvent,
    emitted: {} as Toast | Crash,
    tags: {} as 'busy' | 'writing',
  },
  actors: {
    /** Null where the provider has no inbox. */
    loadInbox: service<Inbox | null, InboxQuery>('loadInbox'),
    storeChange: service<Mention, Change>('storeChange'),
    /**
     * Tells `list.reload` when a reply was sent, or when it was said who is watched for or never answered, and
     * `filter.change` when the address says which are to be listed.
     */
    watchChanges: listener('watchChanges'),
    untilBack,
  },
  delays: { pollInterval: 5000 },
  guards: {
    isAbsent: (_, { inbox }: { inbox: Inbox | null }) => inbox === null,
    /** Nothing comes by itself where X is asked for nobody. */
    isWatched: ({ context }) => context.latest?.watches.some(({ on }) => on) ?? false,
    isOther: ({ context: { filter } }, asked: { filter: InboxFilter }) =>
      asked.filter.state !== filter.state || asked.filter.account_id !== filter.account_id,
    isListed: ({ context }, { id }: { id: MentionId }) => mentionOf(context, id) !== undefined,
    isDismissable: ({ context }, { id }: { id: MentionId }) => mentionOf(context, id)?.state === 'unread',
    isRestorable: ({ context }, { id }: { id: MentionId }) =>
      (mentionOf(context, id) ?? dismissedOf(context, id))?.state === 'dismissed',
    hasNext: ({ context: { shown, index } }) => index + 1 < (shown?.mentions.length ?? 0),
    hasPrevious: ({ context: { index } }) => index > 0,
    isOutdated: ({ context }) => context.arrived > 0 || context.left.length > 0,
    hasChanges: ({ context }) => context.changes.length > 0,
  },
  actions: {
    startOver: assign((_, { filter, cursor }: InboxQuery) => ({
      filter,
      cursor,
      shown: undefined,
      latest: undefined,
      arrived: 0,
      left: [],
      index: 0,
    })),
    show: assign(({ context }, { inbox }: { inbox: Inbox | null }) =>
      shownAnew(context, present(orUndefined(inbox), 'inbox')),
    ),
    merge: assign(({ context }, { inbox }: { inbox: Inbox | null }) =>
      mergedAfter(context, present(orUndefined(inbox), 'inbox')),
    ),
    showLatest: assign(({ context }) => shownAnew(context, present(context.latest, 'latest list'))),
    storeProblem: assign({ problem: (_, { error }: { error: unknown }) => problemOf(error) }),
    choose: assign({
      index: ({ context }, { id }: { id: MentionId }) => indexOf(present(context.shown, 'list').mentions, id),
    }),
    goNext: assign({ index: ({ context }) => context.index + 1 }),
    goBack: assign({ index: ({ context }) => context.index - 1 }),
    dismiss: assign(({ context }, { id }: { id: MentionId }) => {
      const mention = present(mentionOf(context, id), 'mention to dismiss')
      return {
        ...saidOf(context, { id, state: 'dismissed', was: mention }),
        dismissed: { ...mention, state: 'dismissed' as const },
      }
    }),
    restore: assign(({ context }, { id }: { id: MentionId }) => {
      const mention = present(mentionOf(context, id) ?? dismissedOf(context, id), 'mention to bring back')
      const shown = withMention(present(context.shown, 'list'), mention)
      return { ...saidOf({ ...context, shown }, { id, state: 'unread', was: mention }), dismissed: undefined }
    }),
    forgetStored: assign({ changes: ({ context }) => context.changes.slice(1) }),
    /** What was not stored is as it was. */
    takeBack: assign(({ context }) => {
      const [refused, ...changes] = context.changes
      const { was } = present(refused, 'refused change')
      const shown = context.shown && changedBy(withMention(context.shown, was), changes, context.filter)
      return { changes, shown, dismissed: undefined, index: placeIn(context, shown?.mentions ?? []) }
    }),
    /** Opening one changes the list in any case: what waited comes in sight with it. */
    rememberOpened: assign(({ context }, { id }: { id: MentionId }) => ({
      ...(context.latest === undefined ? {} : shownAnew(context, context.latest)),
      opened: [...context.opened, id],
    })),
    refresh: raise({ type: 'list.reload' }),
    announceFailure: emit(failedBy(publicMessages.failure)),
    announceCrash: emit((_, { error }: { error: unknown }) => crashed(publicMessages.crash.list, error)),
  },
}).createMachine({
  id: 'inbox',
  description:
    'Posts of others that an account may answer. The `list` is read while its screen is open; the `changes` that an operator makes take effect at once, are stored one after the other, and are undone where the server refuses them. What is *shown* never moves by itself: what *arrived* waits until it is asked for, what *left* stays in its place and says so.',
  context: ({ input }) => ({
    ...input,
    cursor: undefined,
    shown: undefined,
    latest: undefined,
    arrived: 0,
    left: [],
    index: 0,
    changes: [],
    dismissed: undefined,
    problem: undefined,
  }),
  invoke: {
    id: 'sent',
    src: 'watchChanges',
    onError: { actions: { type: 'announceCrash', params: ({ event }) => event } },
  },
  type: 'parallel',
  states: {
    list: {
      description: 'What the server has. While something is looked for on X it is asked again and again.',
      initial: 'loading',
      on: {
        'filter.change': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.loading',
          actions: { type: 'startOver', params: ({ event }) => ({ filter: event.filter, cursor: undefined }) },
        },
      },
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            id: 'load',
            src: 'loadInbox',
            input: ({ context: { filter, cursor } }) => ({ filter, cursor }),
            onDone: [
              { guard: { type: 'isAbsent', params: ({ event }) => ({ inbox: event.output }) }, target: 'absent' },
              { target: 'listed', actions: { type: 'show', params: ({ event }) => ({ inbox: event.output }) } },
            ],
            onError: { target: 'failed', actions: { type: 'storeProblem', params: ({ event }) => event } },
          },
          /** The answer under way may be older than what was stored. */
          on: { 'list.reload': { target: 'loading', reenter: true } },
        },
        listed: {
          on: {
            'list.reload': '.polling',
            'page.open': {
              target: 'loading',
              actions: {
                type: 'startOver',
                params: ({ context, event }) => ({ filter: context.filter, cursor: event.cursor }),
              },
            },
            'arrivals.show': { guard: 'isOutdated', actions: 'showLatest' },
            'mention.choose': {
              guard: { type: 'isListed', params: ({ event }) => event },
              actions: { type: 'choose', params: ({ event }) => event },
            },
            'mention.opened': { actions: { type: 'rememberOpened', params: ({ event }) => event } },
            'mention.next': { guard: 'hasNext', actions: 'goNext' },
            'mention.previous': { guard: 'hasPrevious', actions: 'goBack' },
            'mention.dismiss': {
              guard: { type: 'isDismissable', params: ({ event }) => event },
              actions: { type: 'dismiss', params: ({ event }) => event },
            },
            'mention.restore': {
              guard: { type: 'isRestorable', params: ({ event }) => event },
              actions: { type: 'restore', params: ({ event }) => event },
            },
          },
          initial: 'waiting',
          states: {
            waiting: { after: { pollInterval: { guard: 'isWatched', target: 'polling' } } },
            polling: {
              invoke: {
                id: 'poll',
                src: 'loadInbox',
                input: ({ context: { filter, cursor } }) => ({ filter, cursor }),
                onDone: [
                  {
                    guard: { type: 'isAbsent', params: ({ event }) => ({ inbox: event.output }) },
                    target: '#inbox.list.absent',
                  },
                  { target: 'waiting', actions: { type: 'merge', params: ({ event }) => ({ inbox: event.output }) } },
                ],
                onError: { target: 'waiting', actions: { type: 'storeProblem', params: ({ event }) => event } },
              },
            },
          },
        },
        failed: { invoke: recovery, on: { 'list.reload': 'loading' } },
        absent: { description: 'This provider has no inbox, and is not asked again.', on: { 'filter.change': {} } },
      },
    },
    changes: {
      description: 'What was said of mentions, stored one after the other while the list is read and more is said.',
      initial: 'stored',
      states: {
        stored: { always: { guard: 'hasChanges', target: 'storing' } },
        storing: {
          tags: 'writing',
          invoke: {
            id: 'store',
            src: 'storeChange',
            input: ({ context }) => present(context.changes[0], 'change to store'),
            onDone: { target: 'stored', actions: ['forgetStored', 'refresh'] },
            onError: {
              target: 'stored',
              actions: ['takeBack', { type: 'announceFailure', params: ({ event }) => event }, 'refresh'],
            },
          },
        },
      },
    },
  },
})

export type InboxRef = ActorRefFrom<typeof inboxMachine>

const orUndefined = (inbox: Inbox | null): Inbox | undefined => inbox ?? undefined

const mentionOf = ({ shown }: InboxContext, id: MentionId): Mention | undefined =>
  shown?.mentions.find((mention) => mention.id === id)

const dismissedOf = ({ dismissed }: InboxContext, id: MentionId): Mention | undefined =>
  dismissed?.id === id ? dismissed : undefined

/** The place of the one that was acted upon before, or of its neighbour where it is gone. */
const placeIn = ({ shown, index }: InboxContext, mentions: Mention[]): number => {
  const place = indexOf(mentions, shown?.mentions[index]?.id)
  return place >= 0 ? place : Math.max(0, Math.min(index, mentions.length - 1))
}

const shownAnew = (context: InboxContext, latest: Inbox) => {
  const shown = changedBy(latest, context.changes, context.filter)
  return { latest, shown, arrived: 0, left: [], index: placeIn(context, shown.mentions), problem: undefined }
}

const mergedAfter = (context: InboxContext, latest: Inbox) => {
  const merged = mergedWith(present(context.shown, 'list'), changedBy(latest, context.changes, context.filter))
  return { latest, ...merged, index: placeIn(context, merged.shown.mentions), problem: undefined }
}

const saidOf = (context: InboxContext, change: Change) => {
  const changes = [...context.changes, change]
  const shown = changedBy(present(context.shown, 'list'), changes, context.filter)
  return { changes, shown, index: placeIn(context, shown.mentions) }
}
