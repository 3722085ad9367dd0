import { assertEvent, assign, emit, setup } from 'xstate'
import * as words from '../../schemas/composer/composer.words'
import type { Reply } from '../../schemas/composer/replies'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { service } from '../crud/service'

export type EditReplyEvent =
  | { type: 'reply.save'; content: string }
  | { type: 'reply.cancel' }
  /** Escape or a click beside the dialog; `content` is its text. */
  | { type: 'dialog.leave'; content: string }
  | { type: 'leave.confirm' }
  | { type: 'leave.cancel' }

export const editReplyMachine = setup({
  types: {
    input: {} as { reply: Reply },
    output: {} as { reply: Reply },
    context: {} as { reply: Reply },
    events: {} as EditReplyEvent,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    loadReply: service<Reply, Pick<Reply, 'reply_id'>>('loadReply'),
    saveReply: service<Reply, Reply>('saveReply'),
  },
  guards: {
    isChanged: ({ context }, { content }: { content: string }) => content !== context.reply.content,
  },
  actions: {
    storeContent: assign({
      reply: ({ context }, params: { content: string }) => ({ ...context.reply, content: params.content }),
    }),
    announceUpdated: emit(succeeded(words.updated)),
    announceUpdateFailed: emit(failedBy(words.updateFailed)),
  },
}).createMachine({
  id: 'editReply',
  description:
    'The dialog that edits one reply. It loads the stored text first; if that fails, the operator edits the previewed text. Escape asks before it discards changes, Cancel does not. The output is the reply as the server has it, even after Cancel, so that the preview shows the stored text.',
  context: ({ input }) => ({ reply: { reply_id: input.reply.reply_id, content: input.reply.content } }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'loadReply',
        input: ({ context }) => ({ reply_id: context.reply.reply_id }),
        onDone: { target: 'editing', actions: { type: 'storeContent', params: ({ event }) => event.output } },
        onError: 'editing',
      },
      on: {
        'reply.cancel': 'closed',
        /** Text from before a reload is already in the dialog. */
        'dialog.leave': [{ guard: { type: 'isChanged', params: ({ event }) => event } }, { target: 'closed' }],
      },
    },
    editing: {
      on: {
        'reply.save': 'saving',
        'reply.cancel': 'closed',
        'dialog.leave': [
          { guard: { type: 'isChanged', params: ({ event }) => event }, target: 'askingToDiscard' },
          { target: 'closed' },
        ],
      },
    },
    askingToDiscard: { on: { 'leave.confirm': 'closed', 'leave.cancel': 'editing' } },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'save',
        src: 'saveReply',
        input: ({ context, event }) => {
          assertEvent(event, 'reply.save')
          return { reply_id: context.reply.reply_id, content: event.content }
        },
        onDone: {
          target: 'closed',
          actions: [{ type: 'storeContent', params: ({ event }) => event.output }, 'announceUpdated'],
        },
        onError: {
          target: 'editing',
          actions: { type: 'announceUpdateFailed', params: ({ event }) => event },
        },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ reply: context.reply }),
})
