import { assertEvent } from 'xstate'
import { sendingOf } from './replyDraft'
import { replyFlowSetup } from './replyFlowSetup'

/** The replies are on their way. */
export const sending = replyFlowSetup.createStateConfig({
  tags: 'busy',
  description: 'Nothing but the fields can be changed until the answer is there.',
  entry: 'beginSend',
  on: { 'draft.change': { actions: { type: 'keepForNext', params: ({ event }) => event } } },
  invoke: {
    id: 'send',
    src: 'sendReplies',
    input: ({ context, event }) => {
      assertEvent(event, 'replies.send')
      return sendingOf(context, event.target, event.senders)
    },
    onDone: {
      target: 'sent',
      actions: [{ type: 'storeSent', params: ({ event }) => event.output }, 'announcePosted'],
    },
    onError: [
      {
        guard: { type: 'isOutdated', params: ({ event }) => event },
        target: 'open.previewing',
        actions: [
          { type: 'announceSendFailed', params: ({ event }) => event },
          { type: 'decide', params: ({ event }) => event },
          'readAgain',
        ],
      },
      {
        guard: { type: 'isUndecided', params: ({ event }) => event },
        target: 'open.previewing',
        actions: { type: 'announceSendFailed', params: ({ event }) => event },
      },
      {
        target: 'open.previewing',
        actions: [
          { type: 'announceSendFailed', params: ({ event }) => event },
          { type: 'decide', params: ({ event }) => event },
        ],
      },
    ],
  },
})

/** They were taken. */
export const sent = replyFlowSetup.createStateConfig({
  description: 'What became of the last send stays in sight until the next post.',
  on: {
    'content.fetch': {
      target: 'open.fetchingContent',
      actions: ['forgetSent', { type: 'rememberLink', params: ({ event }) => event }],
    },
    'preview.request': { actions: 'askForPost' },
    'result.dismiss': { target: 'open', actions: 'forgetSent' },
    'send.takenBack': { guard: 'remembersSent', target: 'open.looking', actions: 'takeBack' },
  },
})
