import { assertEvent, assign, emit, setup } from 'xstate'
import { type Reply, replyMessages } from '../../schemas/replies'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { service } from '../crud/service'

export type EditReplyEvent =
  | { type: 'reply.save'; content: string }
  | { type: 'reply.cancel' }
  /** Escape, or a click beside the dialog, where this stands in it. */
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
    announceUpdated: emit(succeeded(replyMessages.updated)),
    announceUpdateFailed: emit(failedBy(replyMessages.updateFailed)),
  },
}).createMachine({
  id: 'editReply',
  description:
    'The dialog in which one reply is edited. It loads the stored text first; if that fails, the previewed text is edited instead. Escape asks before what was changed is lost; Cancel does not. It answers `reply` by its output, the reply as it now is: also after Cancel, so that what is previewed is what is stored.',
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
        /** What was typed before a reload stands there already. */
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
