import { type ActorRefFrom, assign, emit, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { Mention, Person, Watch } from '../../schemas/inbox'
import { inboxMessages } from '../../schemas/inboxMessages'
import { failed, failedBy, succeeded, type Toast } from '../crud/emitted'
import { present } from '../crud/present'
import { service } from '../crud/service'

/** Whether the composer holds replies that an answer would replace, has some written, or sends some. */
export type ComposerUse = 'free' | 'holds' | 'writes' | 'sending'

export type InboxActsEvent =
  | { type: 'mention.answer'; mention: Mention; composer: ComposerUse }
  /** Nobody is to reply to its author any more. */
  | { type: 'author.shun'; mention: Mention }
  /** Whether X is asked for what concerns the account: the other way than it is. */
  | { type: 'watch.switch'; watch: Watch }
  | { type: 'question.confirm' }
  | { type: 'question.cancel' }

/** The composer is to open this mention. */
export type MentionAnswering = { type: 'mention.answering'; mention: Mention }

interface InboxActsContext {
  /** What a question is about. */
  mention: Mention | undefined
  watch: Watch | undefined
  /** Replies are being written in the composer, which the question is about. */
  isWriting: boolean
}

/** What is asked before it is done: it would lose something, concerns a person, or costs money. */
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
    announceSending: emit(failed(inboxMessages.sending)),
    announceShunned: emit(succeeded(inboxMessages.shunned)),
    announceWatch: emit((_, { watch }: { watch: Watch }) =>
      succeeded(watch.on ? inboxMessages.watchOn : inboxMessages.watchOff),
    ),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'inboxActs',
  description:
    'What is done about a mention or an account that is watched, and asked first where something would be lost, shut out or paid for. *Answer* hands it to the composer (`mention.answering`), *shun* puts its author on the do-not-reply list, *switch* begins or ends to ask X for what concerns an account.',
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
      description: 'The composer holds replies that would be lost, or has some written.',
      on: {
        'question.confirm': { target: 'resting', actions: 'tellAnswering' },
        'question.cancel': 'resting',
      },
    },
    askingToShun: { on: { 'question.confirm': 'shunning', 'question.cancel': 'resting' } },
    askingToWatch: {
      description: 'What it costs in a day is said before it is switched on.',
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
