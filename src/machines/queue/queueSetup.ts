import { assign, emit, enqueueActions, sendTo, setup } from 'xstate'
import type { ChosenFile } from '../../schemas/accounts/csvRows'
import type { FetchedPost } from '../../schemas/composer/draft'
import {
  emptyQueue,
  type Intake,
  type LastFields,
  nextOf,
  type QueueEntry,
  type QueueSettings,
  type StoredQueue,
} from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import type { ReplyId } from '../composer/replyDraft'
import type { ReplyFlowRef } from '../composer/replyFlow'
import type { NextFields } from '../composer/replyFlowEvents'
import { type Crash, crashed, failed, failedBy, type Toast } from '../crud/emitted'
import { failureText, problemStatus } from '../crud/failure'
import { present } from '../crud/present'
import { listener, service } from '../crud/service'
import {
  chosen,
  composerDrafts,
  isComing,
  isPrepared,
  type Outcome,
  repeated,
  requestOf,
  undraftedOf,
  type Writing,
  withKnownDrafts,
} from './queueDrafts'
import {
  accepted,
  changed,
  type EntryId,
  isWaiting,
  merged,
  putLast,
  type Removed,
  readingOf,
  unreadOf,
  withOutside,
  without,
  withPasted,
  withRemoved,
} from './queueList'

export interface ComposerView {
  phase: 'open' | 'sending' | 'sent'
  linked: EntryId | undefined
  post: FetchedPost | undefined
  /** The post of the link is loaded, has no replies, and nothing is running. */
  isReady: boolean
  reply_ids: readonly ReplyId[]
  /** Replies that Undo can restore. */
  waiting_ids: readonly ReplyId[]
  fields: LastFields
}

export type QueueEvent =
  | { type: 'queue.restored'; queue: StoredQueue }
  | { type: 'composer.seen'; view: ComposerView }
  | { type: 'text.change'; text: string }
  | { type: 'links.submit' }
  | { type: 'links.add'; text: string }
  | { type: 'files.add'; files: ChosenFile[] }
  | { type: 'queue.next' }
  | { type: 'entry.open'; id: EntryId }
  | { type: 'entry.skip'; id: EntryId }
  | { type: 'entry.putBack'; id: EntryId }
  | { type: 'entry.remove'; id: EntryId }
  | { type: 'queue.clear' }
  | { type: 'outside.accept' }
  | { type: 'outside.remove' }
  | { type: 'queue.undo' }
  | { type: 'intake.dismiss' }
  | { type: 'settings.change'; settings: Partial<QueueSettings> }
  | { type: 'fields.repeat' }

export interface FilesRead {
  text: string
  isPartial: boolean
}

export interface QueueContext extends StoredQueue {
  composer: ReplyFlowRef
  shared: string
  from: string
  files: ChosenFile[]
  view: ComposerView | undefined
  intake: Intake | undefined
  removed: Removed | undefined
  filled: NextFields
  counted: QueueEntry | undefined
  reading: EntryId | undefined
  writing: Writing | undefined
  /** Posts whose replies were requested since the page was opened, with any outcome. */
  asked: EntryId[]
  stored: StoredQueue
}

export type QueueKeeperEvent = { type: 'queue.save'; queue: StoredQueue }

interface QueueInput {
  composer: ReplyFlowRef
  shared: string
  from?: string
}

export const initialContext = ({ input }: { input: QueueInput }): QueueContext => ({
  ...emptyQueue,
  composer: input.composer,
  shared: input.shared,
  from: input.from ?? words.anotherPage,
  files: [],
  view: undefined,
  intake: undefined,
  removed: undefined,
  filled: {},
  counted: undefined,
  reading: undefined,
  writing: undefined,
  asked: [],
  stored: emptyQueue,
})

const nothingOnItsWay = { sending: undefined, sending_ids: undefined, sending_fields: undefined }

export const queueSetup = setup({
  types: {
    input: {} as QueueInput,
    context: {} as QueueContext,
    events: {} as QueueEvent,
    emitted: {} as Toast | Crash,
    tags: {} as 'busy',
    children: {} as { keeper: 'keepQueue'; composer: 'watchComposer' },
  },
  actors: {
    /** Sends `queue.restored` once, and again after each change in another tab. Stores what it receives. */
    keepQueue: listener<QueueKeeperEvent>('keepQueue'),
    /** Sends `composer.seen` at once and after each change. */
    watchComposer: listener<{ type: 'none' }, { composer: ReplyFlowRef }>('watchComposer'),
    readAhead: service<FetchedPost, { tweet_url: string }>('readAhead'),
    /** Generates replies once for each post, and never for a post that nobody may answer. Costs money. */
    writeAhead: service<Outcome, Writing>('writeAhead'),
    readFiles: service<FilesRead, { files: ChosenFile[] }>('readFiles'),
  },
  guards: {
    isSending: (_, { view }: { view: ComposerView }) => view.phase === 'sending',
    isSent: (_, { view }: { view: ComposerView }) => view.phase === 'sent',
    isPartial: (_, { isPartial }: FilesRead) => isPartial,
    /** The replies left while this page was closed or showed another post. */
    wasSentUnseen: ({ context: { sending, sending_ids } }, { view }: { view: ComposerView }) =>
      sending !== undefined && (view.phase === 'sent' || isGone(sending_ids, view)),
    hasText: ({ context }) => context.text.trim() !== '',
    hasNext: ({ context }) => nextOf(context.entries, context.view?.linked) !== undefined,
    isQueued: ({ context }, { id }: { id: EntryId }) => isKnown(context, id),
    isCurrent: ({ context }, { id }: { id: EntryId }) => isKnown(context, id) && context.view?.linked === id,
    hasSomething: ({ context }) => context.entries.length > 0 || context.sent > 0,
    hasOutside: ({ context }) => context.entries.some(isWaiting),
    hasRemoved: ({ context }) => context.removed !== undefined,
    hasLast: ({ context }) => context.last !== undefined,
    wantsReading: ({ context }) => unreadOf(context, context.view?.linked) !== undefined,
    wantsDrafts: ({ context }) => undraftedOf(context) !== undefined,
    isUnwanted: ({ context }) => context.settings.drafts === 0 || !isKnown(context, context.writing?.id),
    isUsedUp: (_, { error }: { error: unknown }) => problemStatus(error) === 402,
    canFillComposer: ({ context }) => composerDrafts(context) !== undefined,
    isUnsaved: ({ context }) => !isSameQueue(context, context.stored),
  },
  actions: {
    restore: assign(({ context }, { queue }: { queue: StoredQueue }) => ({
      ...queue,
      entries: merged(context.entries, queue.entries),
      text: [queue.text, context.text].filter((text) => text !== '').join('\n'),
    })),
    adopt: assign(({ context }, { queue }: { queue: StoredQueue }) => {
      const { entries, text, sending, sending_ids, sending_fields } = context
      // A list without `last` forgets it here too.
      const adopted = { ...queue, last: queue.last, text, sending, sending_ids, sending_fields }
      return { ...adopted, stored: adopted, removed: undefined, entries: withKnownDrafts(queue.entries, entries) }
    }),
    noteStored: assign({ stored: ({ context }) => storedOf(context) }),
    save: sendTo('keeper', ({ context }) => ({ type: 'queue.save' as const, queue: context.stored })),
    see: assign(({ context }, { view }: { view: ComposerView }) => ({
      view,
      entries:
        view.post === context.view?.post || view.post === undefined
          ? context.entries
          : changed(context.entries, view.post.tweet_id, readingOf(view.post)),
      ...(isUndone(context, view) ? withCounted(context) : {}),
    })),
    noteSending: assign((_, { view }: { view: ComposerView }) => ({
      sending: view.post?.tweet_id,
      sending_ids: [...view.reply_ids],
      sending_fields: view.fields,
      filled: {},
    })),
    forgetSending: assign(nothingOnItsWay),
    countSent: assign(({ context }) => {
      const { sending, sending_fields, entries, sent, last } = context
      const ended = { ...nothingOnItsWay, last: sending_fields ?? last }
      const counted = entries.find(({ id }) => id === sending)
      return counted ? { ...ended, counted, entries: without(entries, counted.id), sent: sent + 1 } : ended
    }),
    refill: enqueueActions(({ context, enqueue }) => {
      if (!context.settings.refills) return
      enqueue.sendTo(context.composer, { type: 'fields.fill', form: { ...repeated(context), ...chosen(context) } })
      enqueue.assign({ filled: repeated(context) })
    }),
    noteFilled: assign({ filled: ({ context }) => repeated(context) }),
    setText: assign({ text: (_, { text }: { text: string }) => text }),
    takeText: assign(({ context }) => {
      const { entries, intake, rest } = withPasted(context.entries, context.text)
      return { entries, intake, text: rest }
    }),
    takeLinks: assign(({ context }, { text }: { text: string }) => {
      const { entries, intake, rest } = withPasted(context.entries, text)
      return { entries, intake, text: [context.text, rest].filter((each) => each !== '').join('\n') }
    }),
    addFiles: assign({ files: ({ context }, { files }: { files: ChosenFile[] }) => [...context.files, ...files] }),
    forgetFiles: assign({ files: [] }),
    /** Links from the address wait for the operator’s consent before anything is loaded. */
    takeShared: assign(({ context: { shared, from, entries } }) =>
      shared === '' ? {} : withOutside(entries, shared, from),
    ),
    acceptOutside: assign({ entries: ({ context }) => accepted(context.entries) }),
    removeOutside: assign(({ context: { entries } }) => ({
      removed: { entries: entries.flatMap((entry, at) => (isWaiting(entry) ? [{ entry, at }] : [])), sent: 0 },
      entries: entries.filter((entry) => !isWaiting(entry)),
    })),
    forgetIntake: assign({ intake: undefined }),
    skip: assign(({ context }, { id }: { id: EntryId }) => ({
      entries: changed(context.entries, id, { isSkipped: true }),
    })),
    putBack: assign(({ context }, { id }: { id: EntryId }) => ({
      entries: changed(context.entries, id, { isSkipped: false, from: undefined }),
    })),
    remove: assign(({ context: { entries } }, { id }: { id: EntryId }) => ({
      removed: {
        entries: entries.flatMap((entry, at) => (entry.id === id ? [{ entry, at }] : [])),
        sent: 0,
      },
      entries: without(entries, id),
    })),
    clear: assign(({ context: { entries, sent } }) => ({
      removed: { entries: entries.map((entry, at) => ({ entry, at })), sent },
      entries: [],
      sent: 0,
      intake: undefined,
    })),
    undo: assign(({ context }) => {
      const removed = present(context.removed, 'removed posts')
      return {
        removed: undefined,
        entries: withRemoved(context.entries, removed),
        sent: context.sent + removed.sent,
      }
    }),
    set: assign({
      settings: ({ context }, { settings }: { settings: Partial<QueueSettings> }) => ({
        ...context.settings,
        ...settings,
      }),
    }),
    openNext: enqueueActions(({ context, enqueue }) => {
      const { entries, view } = context
      const entry = nextOf(entries, view?.linked)
      if (!entry) return
      enqueue.assign({ entries: putLast(entries, view?.linked) })
      enqueue.sendTo(context.composer, openOf(context, entry))
    }),
    open: sendTo(
      ({ context }) => context.composer,
      ({ context }, { id }: { id: EntryId }) =>
        openOf(
          context,
          present(
            context.entries.find((entry) => entry.id === id),
            'queued post',
          ),
        ),
    ),
    repeatFields: sendTo(
      ({ context }) => context.composer,
      ({ context }) => ({ type: 'fields.fill' as const, form: repeated(context) }),
    ),
    /** Only for a loaded post without replies, so that nothing is generated twice. */
    preview: enqueueActions(({ context, enqueue }) => {
      const { last, view, composer } = context
      const request = last && requestOf(last)
      if (request && view?.isReady && view.fields.mode === last.mode && !isComing(context))
        enqueue.sendTo(composer, { type: 'preview.request', ...request })
    }),
    noteWriting: assign(({ context }) => {
      const writing = present(undraftedOf(context), 'post to write for')
      return { writing, asked: [...context.asked, writing.id] }
    }),
    storeDrafts: assign(({ context }, outcome: Outcome) => {
      const { id, fields } = present(context.writing, 'post whose replies are being drafted')
      return { writing: undefined, entries: changed(context.entries, id, { drafts: { fields, ...outcome } }) }
    }),
    forgetWriting: assign({ writing: undefined }),
    /** A refused budget costs nothing, so the post may be requested again. */
    forgetAsked: assign(({ context: { asked, writing } }) => ({
      writing: undefined,
      asked: asked.filter((id) => id !== writing?.id),
    })),
    fillComposer: enqueueActions(({ context, enqueue }) => {
      const prepared = composerDrafts(context)
      if (!prepared) return
      enqueue.assign({ entries: withoutFilledDrafts(context, prepared.tweet_id) })
      enqueue.sendTo(context.composer, { type: 'preview.take', ...prepared })
    }),
    noteReading: assign({ reading: ({ context }) => unreadOf(context, context.view?.linked)?.id }),
    storeReading: assign(({ context }, { post }: { post: FetchedPost }) => ({
      reading: undefined,
      entries: changed(context.entries, present(context.reading, 'post being read'), readingOf(post)),
    })),
    storeProblem: assign(({ context }, { error }: { error: unknown }) => ({
      reading: undefined,
      entries: changed(context.entries, present(context.reading, 'post being read'), {
        isRead: true,
        problem: failureText(error, words.unread),
      }),
    })),
    announceUsedUp: emit(failedBy(words.notWritten)),
    announceUnreadable: emit(({ context: { files } }) =>
      failed(files.length === 1 ? words.fileUnreadable : words.filesUnreadable),
    ),
    announceUnsaved: emit((_, { error }: { error: unknown }) => crashed(words.unsaved, error)),
    announceBlind: emit((_, { error }: { error: unknown }) => crashed(words.blind, error)),
  },
})

const isKnown = ({ entries }: QueueContext, id: EntryId | undefined): boolean =>
  entries.some((entry) => entry.id === id)

const isUndone = ({ counted, view: before }: QueueContext, view: ComposerView): boolean =>
  counted !== undefined && before?.phase === 'sent' && view.phase === 'open' && view.post?.tweet_id === counted.id

const withCounted = ({ counted, entries, sent }: QueueContext) => {
  const entry = present(counted, 'post counted as sent')
  return { counted: undefined, entries: [entry, ...without(entries, entry.id)], sent: Math.max(0, sent - 1) }
}

/** Queues stored by earlier versions have no reply ids. */
const isGone = (sent: StoredQueue['sending_ids'], { reply_ids, waiting_ids }: ComposerView): boolean =>
  sent !== undefined && !sent.some((id) => reply_ids.includes(id) || waiting_ids.includes(id))

const storedOf = ({
  entries,
  sent,
  sending,
  sending_ids,
  sending_fields,
  text,
  settings,
  last,
}: StoredQueue): StoredQueue => ({
  entries,
  sent,
  sending,
  sending_ids,
  sending_fields,
  text,
  settings,
  last,
})

const isSameQueue = (one: StoredQueue, other: StoredQueue): boolean =>
  one.entries === other.entries &&
  one.sent === other.sent &&
  one.sending === other.sending &&
  one.sending_ids === other.sending_ids &&
  one.sending_fields === other.sending_fields &&
  one.text === other.text &&
  one.settings === other.settings &&
  one.last === other.last

const openOf = (context: QueueContext, entry: QueueEntry) => ({
  type: 'post.open' as const,
  tweet_url: entry.tweet_url,
  form: {
    ...(context.settings.refills || isPrepared(context, entry) ? repeated(context) : {}),
    ...chosen(context),
  },
})

const withoutFilledDrafts = ({ entries }: QueueContext, id: EntryId): QueueEntry[] =>
  entries.map((entry) =>
    entry.id === id && entry.drafts
      ? { ...entry, drafts: { fields: entry.drafts.fields, phase: 'handed', replies: [] } }
      : entry,
  )
