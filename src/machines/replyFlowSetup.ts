import { assign, emit, fromCallback, not, sendTo, setup, stateIn } from 'xstate'
import { publicMessages } from '../schemas/commonMessages'
import {
  type ComposerForm,
  type Draft,
  emptyComposerForm,
  type FetchedPost,
  type SendMode,
  type WrittenReply,
} from '../schemas/draft'
import { type GenerateBody, type Post, type Reply, replyMessages } from '../schemas/replies'
import { editReplyMachine } from './editReply'
import { type Crash, crashed, failed, succeeded, type Toast } from './emitted'
import { failureText, type Problem, problemOf } from './failure'
import {
  changesLink,
  draftOf,
  emptyDraft,
  holdsUnsaved,
  isEdited,
  isPostOf,
  type ReplyId,
  type Sending,
  type SendTarget,
  toDraftReplies,
  withContent,
  withReplaced,
} from './replyDraft'
import { service } from './service'

export type ReplyFlowEvent =
  | { type: 'mode.select'; mode: SendMode }
  | { type: 'draft.change'; form: Partial<ComposerForm> }
  | { type: 'draft.restored'; draft: Draft }
  | { type: 'content.fetch'; tweet_url: string }
  | { type: 'preview.request'; role_id: number; count: number }
  | { type: 'reply.edit'; reply_id: ReplyId }
  /** What stands in the edit dialog changed. */
  | { type: 'edit.change'; content: string }
  | { type: 'reply.copy'; reply_id: ReplyId }
  | { type: 'reply.rewrite'; reply_id: ReplyId; role_id: number }
  | { type: 'reply.add'; role_id: number }
  | { type: 'reply.revert'; reply_id: ReplyId }
  | { type: 'replies.send'; target: SendTarget }
  | { type: 'result.dismiss' }

export interface ReplyFlowContext extends Draft {
  /** What the link field says below itself. */
  linkResult: { tone: 'success' | 'error'; message: string; problem?: Problem } | undefined
  /** Why the last Preview brought nothing. */
  previewProblem: Problem | undefined
  /** The reply that is being edited, copied, rewritten or reverted. */
  subject: ReplyId | undefined
  /** Fields that changed while replies are being sent: they are the next reply's, and outlive the reset. */
  next: Partial<ComposerForm>
  /** Rises whenever the fields are replaced from here, so that the view makes its forms anew. */
  revision: number
}

/** Keeps the draft outside the machine: it answers `draft.restored` once if there is one, and stores what it is sent. */
export type DraftKeeperEvent = { type: 'draft.save'; draft: Draft }

const anew = (mode: SendMode, revision: number): ReplyFlowContext => ({
  ...emptyDraft(mode),
  linkResult: undefined,
  previewProblem: undefined,
  subject: undefined,
  next: {},
  revision,
})

export const initialContext = anew('batch', 0)

/** What the chart of `replyFlow.ts` speaks of: its events, its services, its guards and its actions. */
export const replyFlowSetup = setup({
  types: {
    context: {} as ReplyFlowContext,
    events: {} as ReplyFlowEvent,
    emitted: {} as Toast | Crash,
    tags: {} as 'busy',
    children: {} as { drafts: 'keepDraft'; edit: 'editReply' },
  },
  actors: {
    keepDraft: fromCallback<DraftKeeperEvent>(() => {
      throw new Error('keepDraft must be provided')
    }),
    fetchContent: service<FetchedPost, { tweet_url: string }>('fetchContent'),
    generateReplies: service<{ replies: WrittenReply[] }, GenerateBody>('generateReplies'),
    copyText: service<void, { text: string }>('copyText'),
    saveReply: service<Reply, Reply>('saveReply'),
    sendReplies: service<{ task_id?: ReplyId }, Sending>('sendReplies'),
    editReply: editReplyMachine,
  },
  guards: {
    isNotSending: not(stateIn('sending')),
    isSolo: ({ context }) => context.mode === 'solo',
    /** Batch goes through a group, solo through one account. */
    fitsMode: ({ context }, { target }: { target: SendTarget }) =>
      (context.mode === 'batch') === 'group_name' in target,
    isNothing: (_, params: { replies: WrittenReply[] }) => params.replies.length === 0,
    takesMore: ({ context }) => context.mode === 'batch' && context.post !== undefined,
    hasPostOfLink: ({ context }) => isPostOf(context),
    changesLink: ({ context }, params: { form: Partial<ComposerForm> }) => changesLink(context, params.form),
    hasReplies: ({ context }) => context.replies.length > 0,
    hasReply: ({ context }, params: { reply_id: ReplyId }) =>
      context.replies.some((reply) => reply.reply_id === params.reply_id),
    isEdited: ({ context }, params: { reply_id: ReplyId }) =>
      context.replies.some((reply) => reply.reply_id === params.reply_id && isEdited(reply)),
    isSamePost: ({ context }, params: Post) => context.replies.length > 0 && context.post?.tweet_id === params.tweet_id,
    wasSent: (_, params: { draft: Draft }) => params.draft.sent !== undefined,
    holdsUnsaved: (_, params: { draft: Draft }) => holdsUnsaved(params.draft),
  },
  actions: {
    saveDraft: sendTo('drafts', ({ context }) => ({ type: 'draft.save' as const, draft: draftOf(context) })),
    restoreDraft: assign(({ context }, { draft }: { draft: Draft }) => {
      const unsaved = holdsUnsaved(draft) ? draft.unsaved : undefined
      return { ...draftOf(draft), unsaved, subject: unsaved?.reply_id, revision: context.revision + 1 }
    }),
    startAnew: assign(({ context }, params: { mode: SendMode }) => anew(params.mode, context.revision + 1)),
    changeForm: assign({
      form: ({ context }, params: { form: Partial<ComposerForm> }) => ({ ...context.form, ...params.form }),
      previewProblem: undefined,
    }),
    forgetNext: assign({ next: {} }),
    keepForNext: assign({
      next: ({ context }, params: { form: Partial<ComposerForm> }) => ({ ...context.next, ...params.form }),
    }),
    forgetStaleLinkResult: assign({
      linkResult: ({ context }, params: { form: Partial<ComposerForm> }) =>
        changesLink(context, params.form) ? undefined : context.linkResult,
    }),
    rememberLink: assign({
      form: ({ context }, params: { tweet_url: string }) => ({ ...context.form, tweet_url: params.tweet_url }),
      linkResult: undefined,
    }),
    storePost: assign({
      post: (_, params: FetchedPost) => params,
      linkResult: { tone: 'success' as const, message: replyMessages.fetched },
    }),
    askForPost: assign({ linkResult: { tone: 'error' as const, message: replyMessages.fetchFirst } }),
    refuseLink: assign({
      linkResult: (_, params: { error: unknown }) => ({
        tone: 'error' as const,
        message: replyMessages.fetchFailed,
        problem: problemOf(params.error),
      }),
    }),
    rememberProblem: assign({ previewProblem: (_, params: { error: unknown }) => problemOf(params.error) }),
    forgetProblem: assign({ previewProblem: undefined }),
    dropReplies: assign({ replies: [] }),
    storeReplies: assign({
      replies: ({ context }, { replies }: { replies: WrittenReply[] }) =>
        toDraftReplies(context.mode === 'solo' ? replies.slice(0, 1) : replies),
    }),
    addReplies: assign({
      replies: ({ context }, params: { replies: WrittenReply[] }) => [
        ...context.replies,
        ...toDraftReplies(params.replies),
      ],
    }),
    replaceSubject: assign({
      replies: ({ context }, params: { replies: WrittenReply[] }) =>
        withReplaced(context, context.subject, params.replies),
    }),
    storeContent: assign({ replies: ({ context }, params: Reply) => withContent(context, params) }),
    keepUnsaved: assign({
      unsaved: ({ context }, params: { content: string }) =>
        context.subject === undefined ? undefined : { reply_id: context.subject, content: params.content },
    }),
    forgetUnsaved: assign({ unsaved: undefined }),
    rememberSubject: assign({ subject: (_, params: { reply_id: ReplyId }) => params.reply_id }),
    forgetSubject: assign({ subject: undefined }),
    storeSent: assign(({ context: { mode, next, revision } }, params: { task_id?: ReplyId }) => ({
      ...anew(mode, revision + 1),
      form: { ...emptyComposerForm, ...next },
      sent: { mode, task_id: params.task_id },
    })),
    forgetSent: assign({ sent: undefined }),
    announcePosted: emit(succeeded(replyMessages.posted)),
    announceUpdated: emit(succeeded(replyMessages.updated)),
    announceCopied: emit(succeeded(replyMessages.copied)),
    announceCopyFailed: emit(failed(replyMessages.copyFailed)),
    announceUpdateFailed: emit((_, params: { error: unknown }) =>
      failed(failureText(params.error, replyMessages.updateFailed)),
    ),
    announceSoloFailed: emit((_, params: { error: unknown }) =>
      failed(failureText(params.error, replyMessages.soloFailed)),
    ),
    announceNothingWritten: emit(failed(replyMessages.noneWritten)),
    announceEditCrashed: emit((_, params: { error: unknown }) => crashed(publicMessages.crash.edit, params.error)),
    announceDraftUnkept: emit((_, params: { error: unknown }) => crashed(publicMessages.crash.draft, params.error)),
    announceFailure: emit((_, params: { error: unknown }) => failed(failureText(params.error, publicMessages.failure))),
  },
})
