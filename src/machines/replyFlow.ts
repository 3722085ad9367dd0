import { type ActorRefFrom, assertEvent, assign, emit, fromCallback, not, sendTo, setup, stateIn } from 'xstate'
import {
  type ComposerForm,
  type Draft,
  type DraftReply,
  emptyComposerForm,
  type FetchedPost,
  type SendMode,
  type SentResult,
} from '../schemas/draft'
import { messages } from '../schemas/messages'
import type { BatchBody, GenerateBody, Post, Reply, SoloBody } from '../schemas/replies'
import { editReplyMachine } from './editReply'
import { failed, succeeded, type Toast } from './emitted'
import { failureText } from './failure'
import { service } from './service'

export type ReplyId = Reply['reply_id']

export type SendTarget = { group_name: string } | { twitter_account_id: number }

/** One intended send; the same body again is the same intention, until the server has answered it. */
export type Sending = { mode: 'batch'; body: BatchBody } | { mode: 'solo'; body: SoloBody }

export type ReplyFlowEvent =
  | { type: 'mode.select'; mode: SendMode }
  | { type: 'draft.change'; form: Partial<ComposerForm> }
  | { type: 'draft.restored'; draft: Draft }
  | { type: 'content.fetch'; tweet_url: string }
  | { type: 'preview.request'; role_id: number; count: number }
  | { type: 'reply.edit'; reply_id: ReplyId }
  | { type: 'reply.copy'; reply_id: ReplyId }
  | { type: 'reply.rewrite'; reply_id: ReplyId; role_id: number }
  | { type: 'reply.add'; role_id: number }
  | { type: 'reply.revert'; reply_id: ReplyId }
  | { type: 'replies.send'; target: SendTarget }
  | { type: 'result.dismiss' }

export interface ReplyFlowContext extends Draft {
  /** What the link field says below itself. */
  linkResult: { tone: 'success' | 'error'; message: string } | undefined
  /** The reply that is being edited, copied, rewritten or reverted. */
  subject: ReplyId | undefined
  /** Rises whenever the fields are replaced from here, so that the view makes its forms anew. */
  revision: number
}

/** Keeps the draft outside the machine: it answers `draft.restored` once if there is one, and stores what it is sent. */
export type DraftKeeperEvent = { type: 'draft.save'; draft: Draft }

const emptyDraft = (mode: SendMode): Draft => ({
  mode,
  form: emptyComposerForm,
  post: undefined,
  replies: [],
  sent: undefined,
})

const draftOf = ({ mode, form, post, replies, sent }: Draft): Draft => ({ mode, form, post, replies, sent })

const toDraftReply = (reply: Reply): DraftReply => ({ ...reply, generated: reply.content })

const sendingOf = (replies: DraftReply[], target: SendTarget): Sending => {
  const ids = replies.map((reply) => reply.reply_id)
  return 'group_name' in target
    ? { mode: 'batch', body: { reply_ids: ids, group_name: target.group_name } }
    : { mode: 'solo', body: { reply_id: ids[0] ?? '', twitter_account_id: target.twitter_account_id } }
}

const replyOf = (replies: DraftReply[], id: ReplyId | undefined): DraftReply =>
  replies.find((reply) => reply.reply_id === id) ?? { reply_id: '', content: '', generated: '' }

export const replyFlowMachine = setup({
  types: {
    context: {} as ReplyFlowContext,
    events: {} as ReplyFlowEvent,
    emitted: {} as Toast,
    tags: {} as 'busy',
    children: {} as { drafts: 'keepDraft'; edit: 'editReply' },
  },
  actors: {
    keepDraft: fromCallback<DraftKeeperEvent>(() => {
      throw new Error('keepDraft must be provided')
    }),
    fetchContent: service<FetchedPost, { tweet_url: string }>('fetchContent'),
    generateReplies: service<{ replies: Reply[] }, GenerateBody>('generateReplies'),
    copyText: service<void, { text: string }>('copyText'),
    saveReply: service<Reply, Reply>('saveReply'),
    sendReplies: service<{ task_id?: ReplyId }, Sending>('sendReplies'),
    editReply: editReplyMachine,
  },
  guards: {
    isNotSending: not(stateIn('sending')),
    takesMore: ({ context }) => context.mode === 'batch' && context.post !== undefined,
    hasPostOfLink: ({ context }) => context.post?.tweet_url === context.form.tweet_url.trim(),
    hasReplies: ({ context }) => context.replies.length > 0,
    hasReply: ({ context }, params: { reply_id: ReplyId }) =>
      context.replies.some((reply) => reply.reply_id === params.reply_id),
    isEdited: ({ context }, params: { reply_id: ReplyId }) =>
      context.replies.some((reply) => reply.reply_id === params.reply_id && reply.content !== reply.generated),
    isSamePost: ({ context }, params: Post) => context.replies.length > 0 && context.post?.tweet_id === params.tweet_id,
    wasSent: (_, params: { draft: Draft }) => params.draft.sent !== undefined,
    holdsReplies: (_, params: { draft: Draft }) => params.draft.replies.length > 0,
    isSolo: ({ context }) => context.mode === 'solo',
  },
  actions: {
    saveDraft: sendTo('drafts', ({ context }) => ({ type: 'draft.save' as const, draft: draftOf(context) })),
    restoreDraft: assign(({ context }, params: { draft: Draft }) => ({
      ...draftOf(params.draft),
      revision: context.revision + 1,
    })),
    startAnew: assign(({ context }, params: { mode: SendMode }) => ({
      ...emptyDraft(params.mode),
      linkResult: undefined,
      subject: undefined,
      revision: context.revision + 1,
    })),
    changeForm: assign({
      form: ({ context }, params: { form: Partial<ComposerForm> }) => ({ ...context.form, ...params.form }),
    }),
    forgetStaleLinkResult: assign({
      linkResult: ({ context }, params: { form: Partial<ComposerForm> }) =>
        params.form.tweet_url === undefined || params.form.tweet_url === context.form.tweet_url
          ? context.linkResult
          : undefined,
    }),
    forgetSent: assign({ sent: undefined }),
    rememberLink: assign({
      form: ({ context }, params: { tweet_url: string }) => ({ ...context.form, tweet_url: params.tweet_url }),
      linkResult: undefined,
    }),
    storePost: assign({
      post: (_, params: { post: FetchedPost }) => params.post,
      linkResult: { tone: 'success' as const, message: messages.reply.fetched },
    }),
    refuseLink: assign({ linkResult: (_, params: { message: string }) => ({ tone: 'error' as const, ...params }) }),
    dropReplies: assign({ replies: [] }),
    storeReplies: assign({ replies: (_, params: { replies: Reply[] }) => params.replies.map(toDraftReply) }),
    addReplies: assign({
      replies: ({ context }, params: { replies: Reply[] }) => [...context.replies, ...params.replies.map(toDraftReply)],
    }),
    replaceReply: assign({
      replies: ({ context }, params: { replies: Reply[] }) =>
        context.replies.flatMap((reply) =>
          reply.reply_id === context.subject ? params.replies.slice(0, 1).map(toDraftReply) : [reply],
        ),
    }),
    storeContent: assign({
      replies: ({ context }, params: Reply) =>
        context.replies.map((reply) =>
          reply.reply_id === params.reply_id ? { ...reply, content: params.content } : reply,
        ),
    }),
    rememberSubject: assign({ subject: (_, params: { reply_id: ReplyId }) => params.reply_id }),
    forgetSubject: assign({ subject: undefined }),
    storeSent: assign(({ context }, params: { task_id?: ReplyId }): Partial<ReplyFlowContext> => {
      const sent: SentResult = { mode: context.mode, task_id: params.task_id }
      return { ...emptyDraft(context.mode), sent, linkResult: undefined, revision: context.revision + 1 }
    }),
    announcePosted: emit(succeeded(messages.reply.posted)),
    announceUpdated: emit(succeeded(messages.reply.updated)),
    announceCopied: emit(succeeded(messages.reply.copied)),
    announceCopyFailed: emit(failed(messages.reply.copyFailed)),
    announceFailure: emit((_, params: { error: unknown; fallback: string }) =>
      failed(failureText(params.error, params.fallback)),
    ),
  },
}).createMachine({
  id: 'replyFlow',
  context: { ...emptyDraft('batch'), linkResult: undefined, subject: undefined, revision: 0 },
  invoke: { id: 'drafts', src: 'keepDraft' },
  on: {
    'mode.select': {
      guard: 'isNotSending',
      target: '.idle',
      actions: [{ type: 'startAnew', params: ({ event }) => ({ mode: event.mode }) }, 'saveDraft'],
    },
    'draft.change': {
      guard: 'isNotSending',
      actions: [
        { type: 'forgetStaleLinkResult', params: ({ event }) => event },
        { type: 'changeForm', params: ({ event }) => event },
        'saveDraft',
      ],
    },
  },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'draft.restored': [
          {
            guard: { type: 'holdsReplies', params: ({ event }) => event },
            target: 'previewing',
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
        'preview.request': [
          { guard: 'hasPostOfLink', target: 'generating' },
          { actions: { type: 'refuseLink', params: { message: messages.reply.fetchFirst } } },
        ],
      },
    },
    fetchingContent: {
      tags: 'busy',
      invoke: {
        id: 'fetchContent',
        src: 'fetchContent',
        input: ({ context }) => ({ tweet_url: context.form.tweet_url.trim() }),
        onDone: [
          {
            guard: { type: 'isSamePost', params: ({ event }) => event.output },
            target: 'previewing',
            actions: [{ type: 'storePost', params: ({ event }) => ({ post: event.output }) }, 'saveDraft'],
          },
          {
            target: 'idle',
            actions: [
              { type: 'storePost', params: ({ event }) => ({ post: event.output }) },
              'dropReplies',
              'saveDraft',
            ],
          },
        ],
        onError: [
          {
            guard: 'hasReplies',
            target: 'previewing',
            actions: { type: 'refuseLink', params: { message: messages.reply.fetchFailed } },
          },
          {
            target: 'idle',
            actions: { type: 'refuseLink', params: { message: messages.reply.fetchFailed } },
          },
        ],
      },
    },
    generating: {
      tags: 'busy',
      initial: 'all',
      states: {
        all: {
          invoke: {
            id: 'generateAll',
            src: 'generateReplies',
            input: ({ context, event }) => {
              assertEvent(event, 'preview.request')
              return {
                tweet_id: context.post?.tweet_id ?? '',
                role_id: event.role_id,
                count: context.mode === 'solo' ? 1 : event.count,
              }
            },
            onDone: {
              target: '#replyFlow.previewing',
              actions: [{ type: 'storeReplies', params: ({ event }) => event.output }, 'saveDraft'],
            },
            onError: [
              {
                guard: 'hasReplies',
                target: '#replyFlow.previewing',
                actions: {
                  type: 'announceFailure',
                  params: ({ event }) => ({ error: event.error, fallback: messages.failure }),
                },
              },
              {
                target: '#replyFlow.idle',
                actions: {
                  type: 'announceFailure',
                  params: ({ event }) => ({ error: event.error, fallback: messages.failure }),
                },
              },
            ],
          },
        },
        rewrite: {
          invoke: {
            id: 'generateRewrite',
            src: 'generateReplies',
            input: ({ context, event }) => {
              assertEvent(event, 'reply.rewrite')
              return { tweet_id: context.post?.tweet_id ?? '', role_id: event.role_id, count: 1 }
            },
            onDone: {
              target: '#replyFlow.previewing',
              actions: [{ type: 'replaceReply', params: ({ event }) => event.output }, 'forgetSubject', 'saveDraft'],
            },
            onError: {
              target: '#replyFlow.previewing',
              actions: [
                {
                  type: 'announceFailure',
                  params: ({ event }) => ({ error: event.error, fallback: messages.failure }),
                },
                'forgetSubject',
              ],
            },
          },
        },
        more: {
          invoke: {
            id: 'generateMore',
            src: 'generateReplies',
            input: ({ context, event }) => {
              assertEvent(event, 'reply.add')
              return { tweet_id: context.post?.tweet_id ?? '', role_id: event.role_id, count: 1 }
            },
            onDone: {
              target: '#replyFlow.previewing',
              actions: [{ type: 'addReplies', params: ({ event }) => event.output }, 'saveDraft'],
            },
            onError: {
              target: '#replyFlow.previewing',
              actions: {
                type: 'announceFailure',
                params: ({ event }) => ({ error: event.error, fallback: messages.failure }),
              },
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
        'preview.request': [
          { guard: 'hasPostOfLink', target: 'generating' },
          { actions: { type: 'refuseLink', params: { message: messages.reply.fetchFirst } } },
        ],
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
        'replies.send': { guard: 'hasReplies', target: 'sending' },
      },
    },
    copying: {
      invoke: {
        id: 'copy',
        src: 'copyText',
        input: ({ context }) => ({ text: replyOf(context.replies, context.subject).content }),
        onDone: { target: 'previewing', actions: ['announceCopied', 'forgetSubject'] },
        onError: { target: 'previewing', actions: ['announceCopyFailed', 'forgetSubject'] },
      },
    },
    editing: {
      invoke: {
        id: 'edit',
        src: 'editReply',
        input: ({ context }) => ({ reply: replyOf(context.replies, context.subject) }),
        onDone: {
          target: 'previewing',
          actions: [{ type: 'storeContent', params: ({ event }) => event.output.reply }, 'forgetSubject', 'saveDraft'],
        },
      },
    },
    reverting: {
      tags: 'busy',
      invoke: {
        id: 'revert',
        src: 'saveReply',
        input: ({ context }) => {
          const { reply_id, generated } = replyOf(context.replies, context.subject)
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
          actions: [
            {
              type: 'announceFailure',
              params: ({ event }) => ({ error: event.error, fallback: messages.reply.updateFailed }),
            },
            'forgetSubject',
          ],
        },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'sendReplies',
        input: ({ context, event }) => {
          assertEvent(event, 'replies.send')
          return sendingOf(context.replies, event.target)
        },
        onDone: {
          target: 'sent',
          actions: [{ type: 'storeSent', params: ({ event }) => event.output }, 'announcePosted', 'saveDraft'],
        },
        onError: [
          {
            guard: 'isSolo',
            target: 'previewing',
            actions: {
              type: 'announceFailure',
              params: ({ event }) => ({ error: event.error, fallback: messages.reply.soloFailed }),
            },
          },
          {
            target: 'previewing',
            actions: {
              type: 'announceFailure',
              params: ({ event }) => ({ error: event.error, fallback: messages.failure }),
            },
          },
        ],
      },
    },
    sent: {
      on: {
        'content.fetch': {
          target: 'fetchingContent',
          actions: ['forgetSent', { type: 'rememberLink', params: ({ event }) => event }],
        },
        'preview.request': { actions: { type: 'refuseLink', params: { message: messages.reply.fetchFirst } } },
        'result.dismiss': { target: 'idle', actions: ['forgetSent', 'saveDraft'] },
      },
    },
  },
})

export type ReplyFlowRef = ActorRefFrom<typeof replyFlowMachine>
