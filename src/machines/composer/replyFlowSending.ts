import { assertEvent } from 'xstate'
import { sendingOf } from './replyDraft'
import { replyFlowSetup } from './replyFlowSetup'

export const sending = replyFlowSetup.createStateConfig({
  tags: 'busy',
  description: 'Only the fields can be changed until the server answers.',
  entry: 'beginSend',
  on: { 'draft.change': { actions: { type: 'keepForNext', params: ({ event }) => event } } },
  invoke: {
    id: 'send',
    src: 'sendReplies',
    input: ({ context, event }) => {
      assertEvent(event, 'replies.send')
      return sendingOf(context, event.target)
    },
    onDone: {
      target: 'sent',
      actions: { type: 'storeSent', params: ({ event }) => event.output },
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

export const sent = replyFlowSetup.createStateConfig({
  description: 'The outcome of the last send stays visible until the next post.',
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
