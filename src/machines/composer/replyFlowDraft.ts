import { not } from 'xstate'
import { replyFlowSetup } from './replyFlowSetup'

/** What stands in the composer, and where it is kept. */
export const draft = replyFlowSetup.createStateConfig({
  description:
    'What survives a reload, an expired session and a failed send. Whatever changes it, it is given to its keeper as soon as it is another.',
  invoke: {
    id: 'drafts',
    src: 'keepDraft',
    onError: { target: '.unkept', actions: { type: 'announceDraftUnkept', params: ({ event }) => event } },
  },
  always: { guard: 'hasOtherCards', actions: 'dealCards' },
  on: {
    'draft.change': { actions: { type: 'changeForm', params: ({ event }) => event } },
    'fields.fill': { guard: not('isSending'), actions: { type: 'fillFields', params: ({ event }) => event } },
    'reply.changed': { actions: 'readCards' },
    'draft.sent': { actions: { type: 'doubtSent', params: ({ event }) => event } },
  },
  initial: 'fresh',
  states: {
    fresh: {
      description: 'Nothing was typed yet: an earlier draft may come back.',
      always: { guard: 'isUnkept', target: 'keeping' },
      on: {
        'draft.restored': {
          target: 'keeping',
          actions: [{ type: 'restoreDraft', params: ({ event }) => event }, 'dealCards'],
        },
      },
    },
    keeping: {
      always: { guard: 'isUnkept', actions: ['noteKept', 'saveDraft'] },
      on: {
        'draft.displaced': 'displaced',
        'draft.refused': 'refused',
      },
    },
    displaced: {
      description: 'In its place another tab keeps its own, until this one changes.',
      always: { guard: 'isUnkept', target: 'keeping' },
      on: {
        'draft.kept': 'keeping',
        'draft.refused': 'refused',
      },
    },
    refused: {
      description: 'The browser keeps no more. The next change may fit.',
      always: { guard: 'isUnkept', target: 'keeping' },
      on: {
        'draft.displaced': 'displaced',
        'draft.kept': 'keeping',
      },
    },
    unkept: { description: 'Its keeper crashed: the composer works, and says that nothing is kept.' },
  },
})
