import { type ActorRefFrom, assign, emit, raise, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { Inbox, Mention } from '../../schemas/inbox/inbox'
import type { InboxFilter } from '../../schemas/inbox/inboxFilter'
import { type Crash, crashed, failedBy, type Toast } from '../crud/emitted'
import { type Problem, problemOf } from '../crud/failure'
import { present } from '../crud/present'
import { listener, service } from '../crud/service'
import { recovery, untilBack } from '../security/recovery'
import { type Change, changedBy, indexOf, type MentionId, mergedWith, withMention } from './inboxList'

export type InboxEvent =
  | { type: 'list.reload' }
  | { type: 'filter.change'; filter: InboxFilter }
  /** Undefined opens the newest page. */
  | { type: 'page.open'; cursor: string | undefined }
  | { type: 'arrivals.show' }
  | { type: 'mention.choose'; id: MentionId }
  | { type: 'mention.next' }
  | { type: 'mention.previous' }
  | { type: 'mention.opened'; id: MentionId }
  | { type: 'mention.dismiss'; id: MentionId }
  | { type: 'mention.restore'; id: MentionId }

export interface InboxInput {
  filter: InboxFilter
  /** Mentions that were opened in the composer before. */
  opened: MentionId[]
}

export interface InboxQuery {
  filter: InboxFilter
  cursor: string | undefined
}

interface InboxContext extends InboxInput {
  cursor: string | undefined
  shown: Inbox | undefined
  latest: Inbox | undefined
  /** How many new mentions are not shown yet. */
  arrived: number
  /** Shown mentions that were answered, dismissed or deleted elsewhere. */
  left: MentionId[]
  /** The position of the mention that the keys act on. */
  index: number
  /** Changes that the server has not stored yet, oldest first. */
  changes: Change[]
  dismissed: Mention | undefined
  problem: Problem | undefined
}

export const inboxMachine = setup({
  types: {
    input: {} as InboxInput,
    context: {} as InboxContext,
    events: {} as InboxEvent,
    emitted: {} as Toast | Crash,
    tags: {} as 'busy' | 'writing',
  },
  actors: {
    /** Null if the provider has no inbox. */
    loadInbox: service<Inbox | null, InboxQuery>('loadInbox'),
    storeChange: service<Mention, Change>('storeChange'),
    /**
     * Sends `list.reload` after a send or a change of subscriptions or blocked people, and `filter.change` after a
     * change of the address.
     */
    watchChanges: listener('watchChanges'),
    untilBack,
  },
  delays: { pollInterval: 5000 },
  guards: {
    isAbsent: (_, { inbox }: { inbox: Inbox | null }) => inbox === null,
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
    takeBack: assign(({ context }) => {
      const [refused, ...changes] = context.changes
      const { was } = present(refused, 'refused change')
      const shown = context.shown && changedBy(withMention(context.shown, was), changes, context.filter)
      return { changes, shown, dismissed: undefined, index: placeIn(context, shown?.mentions ?? []) }
    }),
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
    'Posts that mention or quote an account. The `list` is loaded again and again while its screen is open. The operator’s `changes` take effect at once, are stored one after another, and are undone if the server refuses them. Rows never move without a click: new mentions (*arrived*) wait until the operator shows them, and mentions that no longer belong here (*left*) keep their place and are marked.',
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
      description:
        'The list of mentions from the server. While any account has a subscription, the list is loaded every five seconds.',
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
          /** The running answer may be older than the change. */
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
        absent: {
          description: 'This provider has no inbox, so the list is not loaded again.',
          on: { 'filter.change': {} },
        },
      },
    },
    changes: {
      description:
        'Changes of mentions are stored one after another, while the list is loaded and more changes are made.',
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
