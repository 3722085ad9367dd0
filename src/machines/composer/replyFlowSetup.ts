import { assign, type ErrorActorEvent, emit, enqueueActions, not, or, sendTo, setup, stateIn } from 'xstate'
import type { RecordId } from '../../schemas/base'
import { publicMessages } from '../../schemas/commonMessages'
import * as words from '../../schemas/composer/composer.words'
import {
  type ComposerForm,
  type Draft,
  draftOf,
  emptyComposerForm,
  type FetchedPost,
  idsOf,
  isPostOf,
  linkOf,
  type SendMode,
} from '../../schemas/composer/draft'
import { type GenerateBody, type Post, partOf } from '../../schemas/composer/replies'
import { type Crash, crashed, failed, failedBy, type Toast } from '../crud/emitted'
import { failureText, isDecided, isOutdated, isUndecided, problemOf } from '../crud/failure'
import { present } from '../crud/present'
import { listener, service } from '../crud/service'
import { historyAfter, historyAfterSend, redone, undone, withTexts } from './draftHistory'
import { type ReplyRequest, replyMachine } from './reply'
import {
  askedAfter,
  changesLink,
  emptyDraft,
  holdsUnsaved,
  isNothing,
  isSameDraft,
  isSameReply,
  missingOf,
  type ReplyId,
  type Sending,
  type SendTarget,
  toDraftReplies,
  type Written,
} from './replyDraft'
import {
  beforePreview,
  cardOf,
  doubtedBeside,
  fresh,
  interrupted,
  newCardName,
  type ReplyFlowContext,
  sendersOf,
} from './replyFlowContext'
import type { MentionAnswer, NextFields, Prepared, ReplyFlowEvent, SendOrder } from './replyFlowEvents'

export type DraftKeeperEvent = { type: 'draft.save'; draft: Draft }

const isOtherMode = (context: ReplyFlowContext, other: { mode: SendMode } | undefined): boolean =>
  other !== undefined && other.mode !== context.mode

/** Another group has other accounts. */
const sendersAfter = ({ form, senders }: ReplyFlowContext, { group_name = form.group_name }: Partial<ComposerForm>) =>
  group_name === form.group_name ? senders : undefined

export const replyFlowSetup = setup({
  types: {
    context: {} as ReplyFlowContext,
    events: {} as ReplyFlowEvent | ErrorActorEvent,
    emitted: {} as Toast | Crash,
    tags: {} as 'busy',
    children: {} as { drafts: 'keepDraft' },
  },
  actors: {
    keepDraft: listener<DraftKeeperEvent>('keepDraft'),
    fetchContent: service<FetchedPost, { tweet_url: string }>('fetchContent'),
    generateReplies: service<Written, GenerateBody>('generateReplies'),
    sendReplies: service<{ task_id?: ReplyId }, Sending>('sendReplies'),
    reply: replyMachine,
  },
  guards: {
    isSolo: stateIn({ mode: 'solo' }),
    isSending: stateIn({ work: 'sending' }),
    isTouched: not(stateIn({ draft: 'fresh' })),
    isAnswering: ({ context: { answering, form } }) => answering && form.role_id !== '',
    /** No request is running whose answer would reach another draft. */
    isAtRest: or([stateIn({ work: { open: 'idle' } }), stateIn({ work: { open: 'previewing' } })]),
    hasEarlier: ({ context }) => undone(context) !== undefined,
    hasLater: ({ context }) => redone(context) !== undefined,
    wasOtherMode: ({ context }) => isOtherMode(context, undone(context)),
    becomesOtherMode: ({ context }) => isOtherMode(context, redone(context)),
    wasEdited: ({ context }) => holdsUnsaved(undone(context) ?? emptyDraft(context.mode)),
    isShown: ({ context }, { reply_id }: { reply_id: ReplyId }) =>
      context.replies.some((reply) => reply.reply_id === reply_id),
    isOtherMode: ({ context }, params: { mode: SendMode }) => isOtherMode(context, params),
    isOtherTarget: ({ context }, { target }: { target: SendTarget }) =>
      (context.mode === 'batch') !== 'group_name' in target,
    isOutdated: (_, { error }: { error: unknown }) => isOutdated(error),
    isUndecided: (_, { error }: { error: unknown }) => isUndecided(error),
    takesMore: ({ context }) => context.mode === 'batch' && context.post !== undefined,
    isOtherPost: ({ context }) => !isPostOf(context),
    isOfAnother: ({ context }, { tweet_id, mode }: Prepared) =>
      !isPostOf(context) || context.post?.tweet_id !== tweet_id || context.mode !== mode,
    changesLink: ({ context }, params: { form: Partial<ComposerForm> }) => changesLink(context, params.form),
    hasReplies: ({ context }) => context.replies.length > 0,
    canHandle: ({ context }, request: ReplyRequest) => cardOf(context, request)?.getSnapshot().can(request) ?? false,
    isCard: ({ context }, params: { actorId: string }) => context.cards.some(({ id }) => id === params.actorId),
    isSamePost: ({ context }, params: Post) => context.replies.length > 0 && context.post?.tweet_id === params.tweet_id,
    isNothing: (_, params: Written) => isNothing(params),
    isShort: ({ context }) => missingOf(context) > 0,
    goesOn: ({ context }) => missingOf(context) > 0 && context.asked?.incomplete === undefined,
    restoresEdit: (_, params: { draft: Draft }) => holdsUnsaved(params.draft),
    restoresResult: (_, params: { draft: Draft }) => params.draft.sent !== undefined,
    restoresReplies: (_, params: { draft: Draft }) => params.draft.replies.length > 0,
    hasOtherCards: ({ context: { cards, replies } }) =>
      cards.length !== replies.length ||
      cards.some((card, index) => !isSameReply(card.getSnapshot().context.reply, replies[index])),
    hasOtherSenders: ({ context }) => {
      const senders = sendersOf(context)
      return (
        senders?.length !== context.senders?.length ||
        (senders ?? []).some((each, index) => each !== context.senders?.[index])
      )
    },
    remembersSent: ({ context }) => context.lastSent !== undefined,
    isUnsaved: ({ context }) => !isSameDraft(draftOf(context), context.stored),
  },
  actions: {
    /** Each reply keeps its actor or gets a new one. Actors without a reply stop. */
    dealCards: enqueueActions(({ context, enqueue }) => {
      const { cards, replies } = context
      const left = [...cards]
      const remaining = replies.map((reply) => {
        const at = left.findIndex((card) => isSameReply(card.getSnapshot().context.reply, reply))
        return at < 0 ? undefined : left.splice(at, 1)[0]
      })
      for (const card of left) enqueue.stopChild(card)
      enqueue.assign({
        unsaved: holdsUnsaved(context) ? context.unsaved : undefined,
        cards: ({ context: { post, unsaved }, self, spawn }) =>
          replies.map(
            (reply, place) =>
              remaining[place] ??
              spawn('reply', {
                id: newCardName(cards, place),
                input: {
                  reply,
                  unsaved: unsaved?.reply_id === reply.reply_id ? unsaved.content : undefined,
                  tweet_id: post?.tweet_id,
                  composer: self,
                },
              }),
          ),
      })
    }),
    storeOrder: assign({ order: (_, { group_name, order }: SendOrder) => ({ group_name, order }) }),
    assignSenders: assign({ senders: ({ context }) => sendersOf(context) }),
    loseCard: enqueueActions(({ context, enqueue }, { actorId, error }: { actorId: string; error: unknown }) => {
      enqueue.assign({ cards: context.cards.filter(({ id }) => id !== actorId) })
      enqueue.emit(crashed(publicMessages.crash.reply, error))
    }),
    readCards: assign(({ context }) => {
      const cards = context.cards.map((card) => card.getSnapshot().context)
      const edited = cards.find(({ unsaved }) => unsaved !== undefined)
      const replies = cards.map(({ reply }) => reply)
      const isSame = replies.every((reply, index) => isSameReply(reply, context.replies[index]))
      const isRewritten = replies.some(({ reply_id }, index) => reply_id !== context.replies[index]?.reply_id)
      return {
        replies: isSame ? context.replies : replies,
        ...(isRewritten ? historyAfter(context, 'rewrite') : withTexts(context, replies)),
        unsaved:
          edited?.unsaved === undefined ? undefined : { reply_id: edited.reply.reply_id, content: edited.unsaved },
      }
    }),
    pass: sendTo(
      ({ context }, request: ReplyRequest) => present(cardOf(context, request), 'reply'),
      (_, request: ReplyRequest) => request,
    ),
    readAgain: enqueueActions(({ context: { cards }, enqueue }) => {
      for (const card of cards) enqueue.sendTo(card, { type: 'text.read' })
    }),
    resumeEdit: enqueueActions(({ context: { cards, unsaved }, enqueue }) => {
      const { reply_id } = present(unsaved, 'unsaved edit')
      const card = cards.find((each) => each.getSnapshot().context.reply.reply_id === reply_id)
      enqueue.sendTo(present(card, 'edited reply'), { type: 'reply.edit', reply_id })
    }),
    noteStored: assign({ stored: ({ context }) => draftOf(context) }),
    saveDraft: sendTo('drafts', ({ context }) => ({ type: 'draft.save' as const, draft: context.stored })),
    restoreDraft: assign(({ context }, { draft }: { draft: Draft }) => ({
      ...fresh(context),
      ...draftOf(draft),
      unsaved: holdsUnsaved(draft) ? draft.unsaved : undefined,
      stored: draftOf(draft),
    })),
    startAnew: assign(({ context }, { mode }: { mode: SendMode }) => ({
      ...fresh(context),
      ...emptyDraft(context.mode),
      ...historyAfter(interrupted(context), mode === context.mode ? 'clear' : 'mode'),
      writer: context.writer,
    })),
    beginAnswer: assign(({ context }, { tweet_url, account_id, inactive }: MentionAnswer) => ({
      ...fresh(context),
      ...emptyDraft('solo'),
      ...historyAfter(interrupted(context), 'answer'),
      writer: context.writer,
      answering: inactive === undefined,
      inactive,
      form: {
        ...emptyComposerForm,
        tweet_url,
        account_id: inactive === undefined ? account_id : '',
        role_id: context.form.role_id || String(context.writer ?? ''),
      },
    })),
    undo: assign(({ context }) => ({ ...fresh(context), ...undone(context) })),
    redo: assign(({ context }) => ({ ...fresh(context), ...redone(context) })),
    /** The replies answer the earlier post, so its link returns with them. */
    stepToOtherPost: assign(({ context }) => {
      const { form, post, replies } = context
      return replies.length === 0
        ? {}
        : historyAfter({ ...context, form: { ...form, tweet_url: post?.tweet_url ?? form.tweet_url } }, 'post')
    }),
    dropReply: assign(({ context }, { reply_id }: { reply_id: ReplyId }) => {
      const { asked } = context
      return {
        ...historyAfter(context, 'drop'),
        replies: context.replies.filter((reply) => reply.reply_id !== reply_id),
        senders: context.senders?.filter((_, index) => context.replies[index]?.reply_id !== reply_id),
        asked: asked && { ...asked, count: asked.count - 1 },
      }
    }),
    /** Fields without replies are not a step of Undo. */
    openPost: assign(({ context }, { tweet_url, form }: { tweet_url: string; form: NextFields }) => {
      const { mode, writer, earlier, later, replies } = context
      return {
        ...fresh(context),
        ...emptyDraft(mode),
        ...(replies.length === 0 ? { earlier, later } : historyAfter(interrupted(context), 'post')),
        writer,
        form: { ...emptyComposerForm, ...form, tweet_url },
      }
    }),
    fillFields: assign({
      form: ({ context }, params: { form: NextFields }) => ({ ...context.form, ...params.form }),
      senders: ({ context }, params: { form: NextFields }) => sendersAfter(context, params.form),
      revision: ({ context }) => context.revision + 1,
      previewProblem: undefined,
    }),
    storeMode: assign({ mode: (_, params: { mode: SendMode }) => params.mode }),
    changeForm: assign({
      form: ({ context }, params: { form: Partial<ComposerForm> }) => ({ ...context.form, ...params.form }),
      senders: ({ context }, params: { form: Partial<ComposerForm> }) => sendersAfter(context, params.form),
      linkResult: ({ context }, params: { form: Partial<ComposerForm> }) =>
        changesLink(context, params.form) ? undefined : context.linkResult,
      previewProblem: undefined,
    }),
    /** Stored before the answer, so that a page that was closed during the send knows of it. */
    beginSend: assign(({ context }) => ({
      next: {},
      lastSent: draftOf(context),
      doubted_ids: [...(doubtedBeside(context) ?? []), ...idsOf(context.replies)],
    })),
    /** Updates `kept` too, so that this report does not overwrite the other tab’s draft. */
    doubtSent: assign(({ context }, { reply_ids }: { reply_ids: readonly ReplyId[] }) => {
      const known = context.doubted_ids ?? []
      const added = reply_ids.filter((id) => !known.includes(id))
      if (added.length === 0) return {}
      const doubted_ids = [...known, ...added]
      return { doubted_ids, stored: draftOf({ ...context, doubted_ids }) }
    }),
    forgetLastSent: assign({ lastSent: undefined }),
    decide: assign(({ context }, { error }: { error: unknown }) => ({
      doubted_ids: isDecided(error) ? doubtedBeside(context) : context.lastSent?.doubted_ids,
    })),
    keepForNext: assign({
      next: ({ context }, params: { form: Partial<ComposerForm> }) => ({ ...context.next, ...params.form }),
    }),
    rememberLink: assign({
      form: ({ context }, params: { tweet_url: string }) => ({ ...context.form, tweet_url: linkOf(params) }),
      linkResult: undefined,
      answering: false,
      inactive: undefined,
    }),
    storePost: assign({
      post: (_, params: FetchedPost) => params,
      linkResult: { tone: 'success' as const, message: words.fetched },
    }),
    askForPost: assign({ linkResult: { tone: 'error' as const, message: words.fetchFirst } }),
    refuseLink: assign({
      linkResult: (_, params: { error: unknown }) => {
        const problem = problemOf(params.error)
        const reason = problem.reason?.replace(/^tweet_url: /, '')
        return { tone: 'error' as const, message: words.fetchFailed, problem: { ...problem, reason } }
      },
    }),
    refusePreview: enqueueActions(({ enqueue }, { error }: { error: unknown }) => {
      enqueue.assign({ previewProblem: problemOf(error) })
      enqueue.emit(failed(failureText(error, publicMessages.failure)))
    }),
    forgetProblem: assign({ previewProblem: undefined }),
    dropReplies: assign({ replies: [], senders: undefined, asked: undefined }),
    rememberRequest: assign({
      request: (_, { role_id, count }: { role_id: RecordId; count: number }) => ({ role_id, count }),
    }),
    storeReplies: assign(({ context }, params: Written) => {
      const request = present(context.request, 'request')
      return {
        ...beforePreview(context),
        replies: toDraftReplies(params.replies),
        senders: undefined,
        asked: askedAfter(request, partOf(request.count), params),
        writer: request.role_id,
      }
    }),
    storePart: assign(({ context }, params: Written) => ({
      replies: [...context.replies, ...toDraftReplies(params.replies)],
      asked: askedAfter(present(context.asked, 'asked replies'), partOf(missingOf(context)), params),
    })),
    rememberWhyShort: assign({
      asked: ({ context }, params: { error: unknown }) => ({
        ...present(context.asked, 'asked replies'),
        incomplete: failureText(params.error, publicMessages.failure),
      }),
    }),
    forgetWhyShort: assign({
      asked: ({ context }) => ({ ...present(context.asked, 'asked replies'), incomplete: undefined }),
    }),
    storeFirst: assign(({ context }, params: Written) => ({
      ...beforePreview(context),
      replies: toDraftReplies(params.replies.slice(0, 1)),
      senders: undefined,
      asked: undefined,
      writer: params.replies[0]?.role_id ?? context.writer,
    })),
    addReplies: assign({
      replies: ({ context }, params: Written) => [...context.replies, ...toDraftReplies(params.replies)],
    }),
    storeSent: assign(({ context }, params: { task_id?: ReplyId }) => ({
      ...fresh(context),
      ...emptyDraft(context.mode),
      ...historyAfterSend(context, context.replies),
      writer: context.writer,
      form: { ...emptyComposerForm, ...context.next },
      sent: { mode: context.mode, task_id: params.task_id, reply_ids: idsOf(context.replies) },
      doubted_ids: doubtedBeside(context),
    })),
    forgetSent: assign({ sent: undefined }),
    takeBack: assign(({ context }) => {
      const sent = { ...emptyDraft(context.mode), ...present(context.lastSent, 'last send') }
      return { ...fresh(context), ...sent, ...historyAfter({ ...draftOf(context), earlier: sent.earlier }, 'post') }
    }),
    relayToast: emit((_, params: { happening: Toast | Crash }) => params.happening),
    announceNothingWritten: emit(failed(words.noneWritten)),
    announceDraftUnsaved: emit((_, params: { error: unknown }) => crashed(publicMessages.crash.draft, params.error)),
    announceSendFailed: emit(({ context }, params: { error: unknown }) =>
      failed(failureText(params.error, context.mode === 'solo' ? words.soloFailed : publicMessages.failure)),
    ),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
})
