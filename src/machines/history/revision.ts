import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import { historyPath, taskPath } from '../../schemas/paths'
import { type Reply, replyMessages } from '../../schemas/replies'
import type { Task } from '../../schemas/tasks'
import type { Sending } from '../composer/replyDraft'
import { failedBy, type Navigate, succeeded, type Toast } from '../crud/emitted'
import { service } from '../crud/service'

export type RevisionEvent =
  | { type: 'revision.open' }
  /** What stands in the dialog changed. */
  | { type: 'revision.change'; content: string }
  | { type: 'revision.submit'; content: string }
  | { type: 'revision.cancel' }

interface RevisionContext extends Reply {
  account_id: number
}

/** A reply that X refused is given other words, and sent once more through the same account, as a task of its own. */
export const revisionMachine = setup({
  types: {
    input: {} as RevisionContext,
    context: {} as RevisionContext,
    events: {} as RevisionEvent,
    emitted: {} as Toast | Navigate,
    tags: {} as 'busy' | 'writing',
  },
  actors: {
    saveReply: service<Reply, Reply>('saveReply'),
    sendReply: service<{ task_id?: Task['id'] }, Sending>('sendReply'),
  },
  actions: {
    storeContent: assign({ content: (_, params: { content: string }) => params.content }),
    announcePosted: emit(succeeded(replyMessages.posted)),
    announceSaveFailed: emit(failedBy(replyMessages.updateFailed)),
    announceSendFailed: emit(failedBy(replyMessages.soloFailed)),
    goToTask: emit((_, { task_id }: { task_id?: Task['id'] }) => ({
      type: 'navigate' as const,
      to: task_id === undefined ? historyPath : taskPath(task_id),
    })),
  },
}).createMachine({
  id: 'revision',
  description:
    'A reply that X refused gets other words and is sent once more, through the same account and as a task of its own. What was typed stays when the dialog is closed.',
  context: ({ input }) => input,
  initial: 'closed',
  states: {
    closed: { on: { 'revision.open': 'editing' } },
    editing: {
      on: {
        'revision.change': { actions: { type: 'storeContent', params: ({ event }) => event } },
        'revision.submit': { target: 'saving', actions: { type: 'storeContent', params: ({ event }) => event } },
        /** What was typed is there when it is opened again. */
        'revision.cancel': 'closed',
      },
    },
    saving: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'save',
        src: 'saveReply',
        input: ({ context, event }) => {
          assertEvent(event, 'revision.submit')
          return { reply_id: context.reply_id, content: event.content }
        },
        onDone: 'sending',
        onError: { target: 'editing', actions: { type: 'announceSaveFailed', params: ({ event }) => event } },
      },
    },
    sending: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'send',
        src: 'sendReply',
        input: ({ context: { reply_id, account_id, content } }) => ({
          mode: 'solo',
          body: { reply_id, twitter_account_id: account_id },
          expected: [{ content, account_id }],
        }),
        onDone: {
          target: 'closed',
          actions: ['announcePosted', { type: 'goToTask', params: ({ event }) => event.output }],
        },
        onError: { target: 'editing', actions: { type: 'announceSendFailed', params: ({ event }) => event } },
      },
    },
  },
})

export type RevisionRef = ActorRefFrom<typeof revisionMachine>
