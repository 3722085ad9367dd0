import { and, not } from 'xstate'
import { replyFlowSetup } from './replyFlowSetup'

export const draft = replyFlowSetup.createStateConfig({
  description: 'The draft survives a reload, an expired session and a failed send. Every change is stored at once.',
  invoke: {
    id: 'drafts',
    src: 'keepDraft',
    onError: { target: '.unsaved', actions: { type: 'announceDraftUnsaved', params: ({ event }) => event } },
  },
  always: [
    { guard: 'hasOtherCards', actions: 'dealCards' },
    { guard: and([not('isSending'), 'hasOtherSenders']), actions: 'assignSenders' },
  ],
  on: {
    'draft.change': { actions: { type: 'changeForm', params: ({ event }) => event } },
    'fields.fill': { guard: not('isSending'), actions: { type: 'fillFields', params: ({ event }) => event } },
    'order.read': { actions: { type: 'storeOrder', params: ({ event }) => event } },
    'reply.changed': { actions: 'readCards' },
    'draft.sent': { actions: { type: 'doubtSent', params: ({ event }) => event } },
  },
  initial: 'fresh',
  states: {
    fresh: {
      description: 'The operator has not typed anything yet, so an earlier draft may be restored.',
      always: { guard: 'isUnsaved', target: 'keeping' },
      on: {
        'draft.restored': {
          target: 'keeping',
          actions: [{ type: 'restoreDraft', params: ({ event }) => event }, 'dealCards'],
        },
      },
    },
    keeping: {
      always: { guard: 'isUnsaved', actions: ['noteStored', 'saveDraft'] },
      on: {
        'draft.displaced': 'displaced',
        'draft.refused': 'refused',
      },
    },
    displaced: {
      description: 'Another tab has stored its own draft. The next change in this tab replaces it.',
      always: { guard: 'isUnsaved', target: 'keeping' },
      on: {
        'draft.stored': 'keeping',
        'draft.refused': 'refused',
      },
    },
    refused: {
      description: 'The browser’s storage is full. The next change may fit.',
      always: { guard: 'isUnsaved', target: 'keeping' },
      on: {
        'draft.displaced': 'displaced',
        'draft.stored': 'keeping',
      },
    },
    unsaved: {
      description: 'The keeper crashed. The composer still works, and a message warns that the draft is not saved.',
    },
  },
})
