import { type ActorRefFrom, and, assertEvent, not } from 'xstate'
import { linkOf } from '../../schemas/composer/draft'
import { partOf } from '../../schemas/composer/replies'
import { present } from '../crud/present'
import { generationOf, missingOf } from './replyDraft'
import { initialContext, writerOf } from './replyFlowContext'
import { draft } from './replyFlowDraft'
import { sending, sent } from './replyFlowSending'
import { replyFlowSetup } from './replyFlowSetup'

export type { ReplyId, Sending, Written } from './replyDraft'
export type { DraftKeeperEvent } from './replyFlowSetup'

export const replyFlowMachine = replyFlowSetup.createMachine({
  id: 'replyFlow',
  description:
    'The main job: load a post, generate replies, review each reply and send them. The *form* holds the fields. The *post* is the loaded post with the link that loaded it; a preview needs the post of the link that is in the field now. A *draft* is everything that survives a reload, an expired session and a failed send. Its `unsaved` is the text in the open edit dialog, and a restored draft opens that dialog again. A *reset* (`mode.select`, a successful send) clears everything, except the fields that changed during the send (`next`). Three regions run in parallel: the `mode`, the `draft`, which is the only one that saves, and the `work`. Each reply has its own actor (`reply`). The state `occupied` means that the operator works on one reply, and `reply.settled` ends it.',
  context: initialContext,
  type: 'parallel',
  on: {
    'reply.toast': { actions: { type: 'relayToast', params: ({ event }) => event } },
    'xstate.error.actor.*': {
      guard: { type: 'isCard', params: ({ event }) => event },
      actions: { type: 'loseCard', params: ({ event }) => event },
    },
  },
  states: {
    mode: {
      description: 'Batch sends through a group, solo through one account. The mode cannot change during a send.',
      initial: 'batch',
      states: {
        batch: {
          entry: { type: 'storeMode', params: { mode: 'batch' } },
          on: {
            'mention.answer': { guard: not('isSending'), target: 'solo' },
            'mode.select': [
              { guard: 'isSending' },
              { guard: { type: 'isOtherMode', params: ({ event }) => event }, target: 'solo' },
            ],
            'draft.undo': { guard: and(['isAtRest', 'wasOtherMode']), target: 'solo' },
            'draft.redo': { guard: and(['isAtRest', 'becomesOtherMode']), target: 'solo' },
            'draft.restored': [
              { guard: 'isTouched' },
              { guard: { type: 'isOtherMode', params: ({ event }) => event.draft }, target: 'solo' },
            ],
          },
        },
        solo: {
          entry: { type: 'storeMode', params: { mode: 'solo' } },
          on: {
            'mode.select': [
              { guard: 'isSending' },
              { guard: { type: 'isOtherMode', params: ({ event }) => event }, target: 'batch' },
            ],
            'draft.undo': { guard: and(['isAtRest', 'wasOtherMode']), target: 'batch' },
            'draft.redo': { guard: and(['isAtRest', 'becomesOtherMode']), target: 'batch' },
          },
        },
      },
    },
    draft,
    work: {
      initial: 'open',
      on: {
        'reply.copy': {
          guard: { type: 'canHandle', params: ({ event }) => event },
          actions: { type: 'pass', params: ({ event }) => event },
        },
        'mode.select': {
          guard: not('isSending'),
          target: '.open.idle',
          actions: { type: 'startAnew', params: ({ event }) => event },
        },
        'mention.answer': {
          guard: not('isSending'),
          target: '.open.fetchingContent',
          actions: { type: 'beginAnswer', params: ({ event }) => event },
        },
        'post.open': {
          guard: not('isSending'),
          target: '.open.fetchingContent',
          actions: { type: 'openPost', params: ({ event }) => event },
        },
      },
      states: {
        open: {
          description: 'Nothing is being sent.',
          entry: 'forgetLastSent',
          on: {
            'draft.undo': [
              {
                guard: and(['isAtRest', 'wasEdited']),
                target: '.occupied.editing',
                actions: ['undo', 'dealCards', 'resumeEdit'],
              },
              { guard: and(['isAtRest', 'hasEarlier']), target: '.looking', actions: ['undo', 'dealCards'] },
            ],
            'draft.redo': { guard: and(['isAtRest', 'hasLater']), target: '.looking', actions: ['redo', 'dealCards'] },
            'content.fetch': {
              guard: 'isAtRest',
              target: '.fetchingContent',
              actions: { type: 'rememberLink', params: ({ event }) => event },
            },
            'preview.request': [
              { guard: not('isAtRest') },
              { guard: 'isOtherPost', actions: 'askForPost' },
              { guard: 'isSolo', target: '.generating.one' },
              { target: '.generating.all', actions: { type: 'rememberRequest', params: ({ event }) => event } },
            ],
          },
          initial: 'idle',
          states: {
            looking: {
              description: 'Returns to the replies, or to the empty state if there are none.',
              always: [{ guard: 'hasReplies', target: 'previewing' }, { target: 'idle' }],
            },
            idle: {
              on: {
                'preview.take': [
                  { guard: { type: 'isOfAnother', params: ({ event }) => event } },
                  {
                    guard: 'isSolo',
                    target: 'previewing',
                    actions: { type: 'storeFirst', params: ({ event }) => event.written },
                  },
                  {
                    target: 'generating.all.between',
                    actions: [
                      { type: 'rememberRequest', params: ({ event }) => event },
                      { type: 'storeReplies', params: ({ event }) => event.written },
                    ],
                  },
                ],
                'draft.restored': [
                  { guard: 'isTouched' },
                  {
                    guard: { type: 'restoresEdit', params: ({ event }) => event },
                    target: 'occupied.editing',
                    actions: 'resumeEdit',
                  },
                  { guard: { type: 'restoresResult', params: ({ event }) => event }, target: '#replyFlow.work.sent' },
                  { guard: { type: 'restoresReplies', params: ({ event }) => event }, target: 'previewing' },
                ],
              },
            },
            previewing: {
              description: 'The operator reviews the replies.',
              initial: 'whole',
              states: {
                whole: {
                  description: 'All requested replies are there.',
                  always: { guard: 'isShort', target: 'partial' },
                },
                partial: {
                  description:
                    'A later part failed, was cancelled or returned too few. The replies that arrived stay, and the operator can request the missing ones.',
                  on: { 'preview.continue': '#replyFlow.work.open.generating.all.rest' },
                },
              },
              on: {
                'reply.add': { guard: 'takesMore', target: 'generating.more' },
                'reply.edit': {
                  guard: { type: 'canHandle', params: ({ event }) => event },
                  target: 'occupied.editing',
                  actions: { type: 'pass', params: ({ event }) => event },
                },
                'reply.rewrite': {
                  guard: { type: 'canHandle', params: ({ event }) => event },
                  target: 'occupied.rewriting',
                  actions: { type: 'pass', params: ({ event }) => event },
                },
                'reply.drop': {
                  guard: { type: 'isShown', params: ({ event }) => event },
                  target: 'looking',
                  actions: { type: 'dropReply', params: ({ event }) => event },
                },
                'reply.revert': {
                  guard: { type: 'canHandle', params: ({ event }) => event },
                  target: 'occupied.reverting',
                  actions: { type: 'pass', params: ({ event }) => event },
                },
                'replies.send': [
                  { guard: { type: 'isOtherTarget', params: ({ event }) => event } },
                  { guard: 'isOtherPost', actions: 'askForPost' },
                  { target: '#replyFlow.work.sending' },
                ],
              },
            },
            fetchingContent: {
              description: 'For a mention of an active account, the reply is generated as soon as the post is loaded.',
              tags: 'busy',
              entry: 'forgetProblem',
              on: {
                /** A late answer for the earlier link would appear below the new link. */
                'draft.change': { guard: { type: 'changesLink', params: ({ event }) => event }, target: 'looking' },
                'request.cancel': 'looking',
              },
              invoke: {
                id: 'fetchContent',
                src: 'fetchContent',
                input: ({ context }) => ({ tweet_url: linkOf(context.form) }),
                onDone: [
                  {
                    guard: { type: 'isSamePost', params: ({ event }) => event.output },
                    target: 'previewing',
                    actions: { type: 'storePost', params: ({ event }) => event.output },
                  },
                  {
                    guard: 'isAnswering',
                    target: 'generating.one',
                    actions: { type: 'storePost', params: ({ event }) => event.output },
                  },
                  {
                    target: 'idle',
                    actions: [
                      'stepToOtherPost',
                      { type: 'storePost', params: ({ event }) => event.output },
                      'dropReplies',
                    ],
                  },
                ],
                onError: { target: 'looking', actions: { type: 'refuseLink', params: ({ event }) => event } },
              },
            },
            generating: {
              tags: 'busy',
              entry: 'forgetProblem',
              on: { 'request.cancel': 'looking' },
              initial: 'all',
              states: {
                all: {
                  description:
                    'Replies are generated in parts of 20, so that the operator reads one part while the next is generated.',
                  initial: 'first',
                  states: {
                    first: {
                      description: 'The first part replaces all replies.',
                      invoke: {
                        id: 'generateAll',
                        src: 'generateReplies',
                        input: ({ context, event }) => {
                          assertEvent(event, 'preview.request')
                          return generationOf(context, event.role_id, partOf(event.count))
                        },
                        onDone: [
                          {
                            guard: { type: 'isNothing', params: ({ event }) => event.output },
                            target: '#replyFlow.work.open.looking',
                            actions: 'announceNothingWritten',
                          },
                          {
                            target: 'between',
                            actions: { type: 'storeReplies', params: ({ event }) => event.output },
                          },
                        ],
                        onError: {
                          target: '#replyFlow.work.open.looking',
                          actions: { type: 'refusePreview', params: ({ event }) => event },
                        },
                      },
                    },
                    between: {
                      description:
                        'Continues until all replies are there, or until a part returned fewer than requested.',
                      always: [{ guard: 'goesOn', target: 'rest' }, { target: '#replyFlow.work.open.previewing' }],
                    },
                    rest: {
                      description: 'The next part is added to the replies.',
                      entry: 'forgetWhyShort',
                      invoke: {
                        id: 'generateRest',
                        src: 'generateReplies',
                        input: ({ context }) =>
                          generationOf(
                            context,
                            present(context.asked, 'asked replies').role_id,
                            partOf(missingOf(context)),
                          ),
                        onDone: {
                          target: 'between',
                          actions: { type: 'storePart', params: ({ event }) => event.output },
                        },
                        onError: {
                          target: '#replyFlow.work.open.previewing',
                          actions: { type: 'rememberWhyShort', params: ({ event }) => event },
                        },
                      },
                    },
                  },
                },
                one: {
                  description: 'Solo mode generates one reply, even if the count is higher.',
                  invoke: {
                    id: 'generateOne',
                    src: 'generateReplies',
                    input: ({ context, event }) => generationOf(context, writerOf(context, event), 1),
                    onDone: [
                      {
                        guard: { type: 'isNothing', params: ({ event }) => event.output },
                        target: '#replyFlow.work.open.looking',
                        actions: 'announceNothingWritten',
                      },
                      {
                        target: '#replyFlow.work.open.previewing',
                        actions: { type: 'storeFirst', params: ({ event }) => event.output },
                      },
                    ],
                    onError: {
                      target: '#replyFlow.work.open.looking',
                      actions: { type: 'refusePreview', params: ({ event }) => event },
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
                        target: '#replyFlow.work.open.looking',
                        actions: 'announceNothingWritten',
                      },
                      {
                        target: '#replyFlow.work.open.previewing',
                        actions: { type: 'addReplies', params: ({ event }) => event.output },
                      },
                    ],
                    onError: {
                      target: '#replyFlow.work.open.looking',
                      actions: { type: 'announceFailure', params: ({ event }) => event },
                    },
                  },
                },
              },
            },
            occupied: {
              description: 'One reply is being edited, rewritten or reverted by its own actor.',
              on: {
                'reply.settled': { target: 'previewing', actions: 'readCards' },
                'xstate.error.actor.*': {
                  guard: { type: 'isCard', params: ({ event }) => event },
                  target: 'previewing',
                  actions: { type: 'loseCard', params: ({ event }) => event },
                },
              },
              initial: 'editing',
              states: { editing: {}, rewriting: { tags: 'busy' }, reverting: { tags: 'busy' } },
            },
          },
        },
        sending,
        sent,
      },
    },
  },
})

export type ReplyFlowRef = ActorRefFrom<typeof replyFlowMachine>
