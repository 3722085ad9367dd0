import { type ActorRefFrom, assign, emit, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { Mention, Person, Watch } from '../../schemas/inbox/inbox'
import * as words from '../../schemas/inbox/inbox.words'
import { failed, failedBy, succeeded, type Toast } from '../crud/emitted'
import { present } from '../crud/present'
import { service } from '../crud/service'

export type ComposerUse = 'free' | 'holds' | 'writes' | 'sending'

export type InboxActsEvent =
  | { type: 'mention.answer'; mention: Mention; composer: ComposerUse }
  | { type: 'author.shun'; mention: Mention }
  /** Starts or ends the subscription, whichever is the opposite of now. */
  | { type: 'watch.switch'; watch: Watch }
  | { type: 'question.confirm' }
  | { type: 'question.cancel' }

export type MentionAnswering = { type: 'mention.answering'; mention: Mention }

interface InboxActsContext {
  mention: Mention | undefined
  watch: Watch | undefined
  isWriting: boolean
}

export const inboxActsMachine = setup({
  types: {
    context: {} as InboxActsContext,
    events: {} as InboxActsEvent,
    emitted: {} as Toast | MentionAnswering,
    tags: {} as 'busy' | 'writing',
  },
  actors: {
    shunAuthor: service<Person, Mention>('shunAuthor'),
    switchWatch: service<Watch, { account_id: Watch['account_id']; on: boolean }>('switchWatch'),
  },
  guards: {
    isSending: (_, { composer }: { composer: ComposerUse }) => composer === 'sending',
    holdsReplies: (_, { composer }: { composer: ComposerUse }) => composer === 'holds' || composer === 'writes',
    isOn: (_, { watch }: { watch: Watch }) => watch.on,
  },
  actions: {
    rememberMention: assign({ mention: (_, { mention }: { mention: Mention }) => mention }),
    rememberWriting: assign({ isWriting: (_, { composer }: { composer: ComposerUse }) => composer === 'writes' }),
    rememberWatch: assign({ watch: (_, { watch }: { watch: Watch }) => watch }),
    forget: assign({ mention: undefined, watch: undefined, isWriting: false }),
    tellAnswering: emit(({ context }) => ({
      type: 'mention.answering' as const,
      mention: present(context.mention, 'mention to answer'),
    })),
    announceSending: emit(failed(words.sending)),
    announceShunned: emit(succeeded(words.shunned)),
    announceWatch: emit((_, { watch }: { watch: Watch }) => succeeded(watch.on ? words.watchOn : words.watchOff)),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'inboxActs',
  description:
    'Actions on a mention or a subscription. The operator confirms an action that discards replies, blocks a person or costs money. *Answer* opens the mention in the composer (`mention.answering`), *shun* adds its author to the do-not-reply list, and *switch* starts or ends reading an account’s mentions.',
  context: { mention: undefined, watch: undefined, isWriting: false },
  initial: 'resting',
  states: {
    resting: {
      entry: 'forget',
      on: {
        'mention.answer': [
          { guard: { type: 'isSending', params: ({ event }) => event }, actions: 'announceSending' },
          {
            guard: { type: 'holdsReplies', params: ({ event }) => event },
            target: 'askingToReplace',
            actions: [
              { type: 'rememberMention', params: ({ event }) => event },
              { type: 'rememberWriting', params: ({ event }) => event },
            ],
          },
          {
            target: 'resting',
            reenter: true,
            actions: [{ type: 'rememberMention', params: ({ event }) => event }, 'tellAnswering'],
          },
        ],
        'author.shun': {
          target: 'askingToShun',
          actions: { type: 'rememberMention', params: ({ event }) => event },
        },
        'watch.switch': [
          {
            guard: { type: 'isOn', params: ({ event }) => event },
            target: 'switching',
            actions: { type: 'rememberWatch', params: ({ event }) => event },
          },
          { target: 'askingToWatch', actions: { type: 'rememberWatch', params: ({ event }) => event } },
        ],
      },
    },
    askingToReplace: {
      description: 'The composer holds or is generating replies, and answering would discard them.',
      on: {
        'question.confirm': { target: 'resting', actions: 'tellAnswering' },
        'question.cancel': 'resting',
      },
    },
    askingToShun: { on: { 'question.confirm': 'shunning', 'question.cancel': 'resting' } },
    askingToWatch: {
      description: 'The dialog shows the cost of a day before the subscription starts.',
      on: { 'question.confirm': 'switching', 'question.cancel': 'resting' },
    },
    shunning: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'shun',
        src: 'shunAuthor',
        input: ({ context }) => present(context.mention, 'mention of the author'),
        onDone: { target: 'resting', actions: 'announceShunned' },
        onError: { target: 'resting', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    switching: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'switch',
        src: 'switchWatch',
        input: ({ context }) => {
          const { account_id, on } = present(context.watch, 'watch to switch')
          return { account_id, on: !on }
        },
        onDone: {
          target: 'resting',
          actions: { type: 'announceWatch', params: ({ event }) => ({ watch: event.output }) },
        },
        onError: { target: 'resting', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
})

export type InboxActsRef = ActorRefFrom<typeof inboxActsMachine>
