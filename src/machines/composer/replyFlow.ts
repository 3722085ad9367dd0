import { type ActorRefFrom, and, assertEvent, not } from 'xstate'
import { linkOf } from '../../schemas/draft'
import { present } from '../crud/present'
import { generationOf, missingOf, partOf } from './replyDraft'
import { initialContext, writerOf } from './replyFlowContext'
import { draft } from './replyFlowDraft'
import { sending, sent } from './replyFlowSending'
import { replyFlowSetup } from './replyFlowSetup'

export type { ReplyId, Sending, Written } from './replyDraft'
export type { DraftKeeperEvent } from './replyFlowSetup'

/** The composer: look a post up, generate replies, review each one, send them. */
export const replyFlowMachine = replyFlowSetup.createMachine({
  id: 'replyFlow',
  description:
    'The main job: look a post up, generate replies, review each one, send them. The *form* is what stands in the fields, the *post* is what was fetched, by the link it was fetched with: a preview needs the post of the very link in the field. A *draft* is everything that survives a reload, an expired session and a failed send; its `unsaved` is what stands in the open edit dialog, which a restored draft opens again. *Resetting* (`mode.select`, a successful send) forgets everything, but a send leaves what was typed while it was under way (`next`). Three things go on side by side: the `mode`, the `draft`, which alone saves, and the `work`. Each reply is an actor of its own (`reply`); `occupied` says that one of them is worked on, and each says when it is over (`reply.settled`).',
  context: initialContext,
  type: 'parallel',
  on: {
    'reply.told': { actions: { type: 'repeatNews', params: ({ event }) => event } },
    'xstate.error.actor.*': {
      guard: { type: 'isCard', params: ({ event }) => event },
      actions: { type: 'loseCard', params: ({ event }) => event },
    },
  },
  states: {
    mode: {
      description: 'Through a group, or through one account. It stays while replies are being sent.',
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
          guard: { type: 'isTaken', params: ({ event }) => event },
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
              description: 'Back to the replies, or to nothing where there are none.',
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
              description: 'Replies to review.',
              initial: 'whole',
              states: {
                whole: {
                  description: 'As many as were asked for.',
                  always: { guard: 'isShort', target: 'partial' },
                },
                partial: {
                  description:
                    'A later part failed, was given up or brought fewer: what came stays, and the missing ones can be written.',
                  on: { 'preview.continue': '#replyFlow.work.open.generating.all.rest' },
                },
              },
              on: {
                'reply.add': { guard: 'takesMore', target: 'generating.more' },
                'reply.edit': {
                  guard: { type: 'isTaken', params: ({ event }) => event },
                  target: 'occupied.editing',
                  actions: { type: 'pass', params: ({ event }) => event },
                },
                'reply.rewrite': {
                  guard: { type: 'isTaken', params: ({ event }) => event },
                  target: 'occupied.rewriting',
                  actions: { type: 'pass', params: ({ event }) => event },
                },
                'reply.drop': {
                  guard: { type: 'isShown', params: ({ event }) => event },
                  target: 'looking',
                  actions: { type: 'dropReply', params: ({ event }) => event },
                },
                'reply.revert': {
                  guard: { type: 'isTaken', params: ({ event }) => event },
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
              description: 'Of a mention: its reply is written as soon as the post is there.',
              tags: 'busy',
              entry: 'forgetProblem',
              on: {
                /** What came of the earlier link would be said below the wrong one. */
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
                  description: 'In parts of 20. Each is there to be read while the next one is written.',
                  initial: 'first',
                  states: {
                    first: {
                      description: 'Replaces every reply.',
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
                      description: 'Goes on until all are there, or one part brought fewer than it was asked for.',
                      always: [{ guard: 'goesOn', target: 'rest' }, { target: '#replyFlow.work.open.previewing' }],
                    },
                    rest: {
                      description: 'Adds the next part.',
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
                  description: 'Solo: one reply, however many are asked for.',
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
              description: 'One reply is worked on, by its own actor.',
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
