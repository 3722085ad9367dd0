import { type ActorRefFrom, assertEvent } from 'xstate'
import { generationOf, replyOf, sendingOf } from './replyDraft'
import { initialContext, replyFlowSetup } from './replyFlowSetup'

export type { ReplyId, Sending } from './replyDraft'
export type { DraftKeeperEvent } from './replyFlowSetup'

/** The composer: look a post up, generate replies, review each one, send them. */
export const replyFlowMachine = replyFlowSetup.createMachine({
  id: 'replyFlow',
  context: initialContext,
  invoke: {
    id: 'drafts',
    src: 'keepDraft',
    onError: { actions: { type: 'announceDraftUnkept', params: ({ event }) => event } },
  },
  on: {
    'mode.select': {
      guard: 'isNotSending',
      target: '.idle',
      actions: [{ type: 'startAnew', params: ({ event }) => event }, 'saveDraft'],
    },
    'draft.change': {
      actions: [
        { type: 'forgetStaleLinkResult', params: ({ event }) => event },
        { type: 'changeForm', params: ({ event }) => event },
        'saveDraft',
      ],
    },
  },
  initial: 'idle',
  states: {
    /** Without replies: where earlier ones are left, they go on being reviewed. */
    idle: {
      always: { guard: 'hasReplies', target: 'previewing' },
      on: {
        'draft.restored': [
          {
            guard: { type: 'holdsUnsaved', params: ({ event }) => event },
            target: 'editing',
            actions: { type: 'restoreDraft', params: ({ event }) => event },
          },
          {
            guard: { type: 'wasSent', params: ({ event }) => event },
            target: 'sent',
            actions: { type: 'restoreDraft', params: ({ event }) => event },
          },
          { actions: { type: 'restoreDraft', params: ({ event }) => event } },
        ],
        'content.fetch': {
          target: 'fetchingContent',
          actions: { type: 'rememberLink', params: ({ event }) => event },
        },
        'preview.request': [{ guard: 'hasPostOfLink', target: 'generating' }, { actions: 'askForPost' }],
      },
    },
    fetchingContent: {
      tags: 'busy',
      entry: 'forgetProblem',
      /** Another link gives the one under way up: what came of it would be said below the wrong one. */
      on: {
        'draft.change': {
          guard: { type: 'changesLink', params: ({ event }) => event },
          target: 'idle',
          actions: [{ type: 'changeForm', params: ({ event }) => event }, 'saveDraft'],
        },
      },
      invoke: {
        id: 'fetchContent',
        src: 'fetchContent',
        input: ({ context }) => ({ tweet_url: context.form.tweet_url.trim() }),
        onDone: [
          {
            guard: { type: 'isSamePost', params: ({ event }) => event.output },
            target: 'previewing',
            actions: [{ type: 'storePost', params: ({ event }) => event.output }, 'saveDraft'],
          },
          {
            target: 'idle',
            actions: [{ type: 'storePost', params: ({ event }) => event.output }, 'dropReplies', 'saveDraft'],
          },
        ],
        onError: { target: 'idle', actions: { type: 'refuseLink', params: ({ event }) => event } },
      },
    },
    generating: {
      tags: 'busy',
      entry: 'forgetProblem',
      initial: 'all',
      states: {
        all: {
          invoke: {
            id: 'generateAll',
            src: 'generateReplies',
            input: ({ context, event }) => {
              assertEvent(event, 'preview.request')
              return generationOf(context, event.role_id, context.mode === 'solo' ? 1 : event.count)
            },
            onDone: [
              {
                guard: { type: 'isNothing', params: ({ event }) => event.output },
                target: '#replyFlow.idle',
                actions: 'announceNothingWritten',
              },
              {
                target: '#replyFlow.previewing',
                actions: [{ type: 'storeReplies', params: ({ event }) => event.output }, 'saveDraft'],
              },
            ],
            onError: {
              target: '#replyFlow.idle',
              actions: [
                { type: 'announceFailure', params: ({ event }) => event },
                { type: 'rememberProblem', params: ({ event }) => event },
              ],
            },
          },
        },
        rewrite: {
          invoke: {
            id: 'generateRewrite',
            src: 'generateReplies',
            input: ({ context, event }) => {
              assertEvent(event, 'reply.rewrite')
              return generationOf(context, event.role_id, 1)
            },
            onDone: [
              {
                guard: { type: 'isNothing', params: ({ event }) => event.output },
                target: '#replyFlow.previewing',
                actions: ['announceNothingWritten', 'forgetSubject'],
              },
              {
                target: '#replyFlow.previewing',
                actions: [
                  { type: 'replaceSubject', params: ({ event }) => event.output },
                  'forgetSubject',
                  'saveDraft',
                ],
              },
            ],
            onError: {
              target: '#replyFlow.previewing',
              actions: [{ type: 'announceFailure', params: ({ event }) => event }, 'forgetSubject'],
            },
          },
        },
        more: {
          invoke: {
            id: 'generateMore',
            src: 'generateReplies',
            input: ({ context, event }) => {
              assertEvent(event, 'reply.add')
              return generationOf(context, event.role_id, 1)
            },
            onDone: [
              {
                guard: { type: 'isNothing', params: ({ event }) => event.output },
                target: '#replyFlow.previewing',
                actions: 'announceNothingWritten',
              },
              {
                target: '#replyFlow.previewing',
                actions: [{ type: 'addReplies', params: ({ event }) => event.output }, 'saveDraft'],
              },
            ],
            onError: {
              target: '#replyFlow.previewing',
              actions: { type: 'announceFailure', params: ({ event }) => event },
            },
          },
        },
      },
    },
    previewing: {
      on: {
        'content.fetch': {
          target: 'fetchingContent',
          actions: { type: 'rememberLink', params: ({ event }) => event },
        },
        'preview.request': [{ guard: 'hasPostOfLink', target: 'generating' }, { actions: 'askForPost' }],
        'reply.edit': {
          guard: { type: 'hasReply', params: ({ event }) => event },
          target: 'editing',
          actions: { type: 'rememberSubject', params: ({ event }) => event },
        },
        'reply.copy': {
          guard: { type: 'hasReply', params: ({ event }) => event },
          target: 'copying',
          actions: { type: 'rememberSubject', params: ({ event }) => event },
        },
        'reply.rewrite': {
          guard: { type: 'hasReply', params: ({ event }) => event },
          target: 'generating.rewrite',
          actions: { type: 'rememberSubject', params: ({ event }) => event },
        },
        'reply.add': { guard: 'takesMore', target: 'generating.more' },
        'reply.revert': {
          guard: { type: 'isEdited', params: ({ event }) => event },
          target: 'reverting',
          actions: { type: 'rememberSubject', params: ({ event }) => event },
        },
        'replies.send': { guard: { type: 'fitsMode', params: ({ event }) => event }, target: 'sending' },
      },
    },
    copying: {
      invoke: {
        id: 'copy',
        src: 'copyText',
        input: ({ context }) => ({ text: replyOf(context, context.subject).content }),
        onDone: { target: 'previewing', actions: ['announceCopied', 'forgetSubject'] },
        onError: { target: 'previewing', actions: ['announceCopyFailed', 'forgetSubject'] },
      },
    },
    editing: {
      invoke: {
        id: 'edit',
        src: 'editReply',
        input: ({ context }) => ({ reply: replyOf(context, context.subject) }),
        onDone: {
          target: 'previewing',
          actions: [
            { type: 'storeContent', params: ({ event }) => event.output.reply },
            'forgetUnsaved',
            'forgetSubject',
            'saveDraft',
          ],
        },
        onError: {
          target: 'previewing',
          actions: [{ type: 'announceEditCrashed', params: ({ event }) => event }, 'forgetSubject'],
        },
      },
      on: { 'edit.change': { actions: [{ type: 'keepUnsaved', params: ({ event }) => event }, 'saveDraft'] } },
    },
    reverting: {
      tags: 'busy',
      invoke: {
        id: 'revert',
        src: 'saveReply',
        input: ({ context }) => {
          const { reply_id, generated } = replyOf(context, context.subject)
          return { reply_id, content: generated }
        },
        onDone: {
          target: 'previewing',
          actions: [
            { type: 'storeContent', params: ({ event }) => event.output },
            'announceUpdated',
            'forgetSubject',
            'saveDraft',
          ],
        },
        onError: {
          target: 'previewing',
          actions: [{ type: 'announceUpdateFailed', params: ({ event }) => event }, 'forgetSubject'],
        },
      },
    },
    sending: {
      tags: 'busy',
      entry: 'forgetNext',
      on: {
        'draft.change': {
          actions: [
            { type: 'forgetStaleLinkResult', params: ({ event }) => event },
            { type: 'changeForm', params: ({ event }) => event },
            { type: 'keepForNext', params: ({ event }) => event },
            'saveDraft',
          ],
        },
      },
      invoke: {
        id: 'send',
        src: 'sendReplies',
        input: ({ context, event }) => {
          assertEvent(event, 'replies.send')
          return sendingOf(context, event.target)
        },
        onDone: {
          target: 'sent',
          actions: [{ type: 'storeSent', params: ({ event }) => event.output }, 'announcePosted', 'saveDraft'],
        },
        onError: [
          {
            guard: 'isSolo',
            target: 'previewing',
            actions: { type: 'announceSoloFailed', params: ({ event }) => event },
          },
          { target: 'previewing', actions: { type: 'announceFailure', params: ({ event }) => event } },
        ],
      },
    },
    sent: {
      on: {
        'content.fetch': {
          target: 'fetchingContent',
          actions: ['forgetSent', { type: 'rememberLink', params: ({ event }) => event }],
        },
        'preview.request': { actions: 'askForPost' },
        'result.dismiss': { target: 'idle', actions: ['forgetSent', 'saveDraft'] },
      },
    },
  },
})

export type ReplyFlowRef = ActorRefFrom<typeof replyFlowMachine>
