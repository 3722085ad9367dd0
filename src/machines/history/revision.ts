import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import type { RecordId } from '../../schemas/base'
import * as words from '../../schemas/composer/composer.words'
import type { Reply } from '../../schemas/composer/replies'
import type { Task } from '../../schemas/history/tasks'
import { historyPath, taskPath } from '../../schemas/paths'
import type { Sending } from '../composer/replyDraft'
import { failedBy, type Navigate, type Toast } from '../crud/emitted'
import { service } from '../crud/service'

export type RevisionEvent =
  | { type: 'revision.open' }
  | { type: 'revision.change'; content: string }
  | { type: 'revision.submit'; content: string }
  | { type: 'revision.cancel' }

interface RevisionContext extends Reply {
  account_id: RecordId
}

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
    announceSaveFailed: emit(failedBy(words.updateFailed)),
    announceSendFailed: emit(failedBy(words.soloFailed)),
    goToTask: emit((_, { task_id }: { task_id?: Task['id'] }) => ({
      type: 'navigate' as const,
      to: task_id === undefined ? historyPath : taskPath(task_id),
    })),
  },
}).createMachine({
  id: 'revision',
  description:
    'The operator rewrites a reply that X refused. It is sent again through the same account as a new task. Closing the dialog keeps the text.',
  context: ({ input }) => input,
  initial: 'closed',
  states: {
    closed: { on: { 'revision.open': 'editing' } },
    editing: {
      on: {
        'revision.change': { actions: { type: 'storeContent', params: ({ event }) => event } },
        'revision.submit': { target: 'saving', actions: { type: 'storeContent', params: ({ event }) => event } },
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
          actions: { type: 'goToTask', params: ({ event }) => event.output },
        },
        onError: { target: 'editing', actions: { type: 'announceSendFailed', params: ({ event }) => event } },
      },
    },
  },
})

export type RevisionRef = ActorRefFrom<typeof revisionMachine>
