import { type ActorRefFrom, assertEvent, assign, emit, sendTo, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import { type Author, fillIn, missingIn, type Placeholder } from '../../schemas/placeholders'
import { type SavedReply, type SavedReplyBody, savedReplyMessages } from '../../schemas/savedReplies'
import type { FormSettled } from '../crud/editor'
import { type Crash, crashed, failedBy, succeeded, type Toast } from '../crud/emitted'
import { createLoader } from '../crud/loader'
import { present } from '../crud/present'
import type { DeletionSettled } from '../crud/resource'
import { service } from '../crud/service'

/** Where a whole reply goes: in place of all that stands in the field, or to its caret. */
export type SavedReplyPlace = 'all' | 'caret'

export type SavedRepliesEvent =
  | { type: 'list.reload' }
  | { type: 'saved.add' }
  | { type: 'saved.edit'; saved: SavedReply }
  | { type: 'form.submit'; body: SavedReplyBody }
  | { type: 'form.cancel' }
  /** `next` is the row that takes the focus once `saved` is gone. */
  | { type: 'delete.request'; saved: SavedReply; next?: number }
  | { type: 'delete.confirm' }
  | { type: 'delete.cancel' }
  | { type: 'place.choose'; place: SavedReplyPlace }
  | { type: 'saved.insert'; saved: SavedReply }

/** Words for the edit field, an opening for its start. */
export interface TextInserted {
  type: 'text.insert'
  text: string
  at: SavedReplyPlace | 'start'
}

/** What an insertion lacks. */
export interface Unfilled {
  name: string
  missing: Placeholder[]
}

interface SavedRepliesContext {
  roleId: number
  /** Who wrote the post; nobody where there is none. */
  author: Author
  place: SavedReplyPlace
  /** What is changed or to be deleted; undefined for a new one. */
  opened: { saved: SavedReply; next: number | undefined } | undefined
  unfilled: Unfilled | undefined
}

/** What is on its way to the server; `saved` is undefined for a new one. */
export interface SavedReplySaving {
  roleId: number
  saved: SavedReply | undefined
  body: SavedReplyBody
}

/** Openings and whole replies of one character: to be kept, and to be put into an edit field. */
export const savedRepliesMachine = setup({
  types: {
    input: {} as { roleId: number; author: Author },
    context: {} as SavedRepliesContext,
    events: {} as SavedRepliesEvent,
    emitted: {} as Toast | Crash | DeletionSettled | FormSettled | TextInserted,
    tags: {} as 'busy' | 'writing',
    children: {} as { list: 'list'; save: 'save'; remove: 'remove' },
  },
  actors: {
    /** Its data are undefined where the provider does not know the call. */
    list: createLoader<SavedReply[] | undefined, { roleId: number }>(),
    save: service<void, SavedReplySaving>('save'),
    remove: service<void, { roleId: number; saved: SavedReply }>('remove'),
  },
  guards: {
    isKnown: ({ context }, { saved }: { saved: SavedReply }) => missingIn(saved.text, context.author).length === 0,
  },
  actions: {
    open: assign({
      opened: (_, { saved, next }: { saved: SavedReply; next?: number }) => ({ saved, next }),
    }),
    forgetOpened: assign({ opened: undefined }),
    choosePlace: assign({ place: (_, { place }: { place: SavedReplyPlace }) => place }),
    insert: emit(({ context }, { saved: { kind, text } }: { saved: SavedReply }) => ({
      type: 'text.insert' as const,
      text: fillIn(text, context.author),
      at: kind === 'opening' ? ('start' as const) : context.place,
    })),
    sayUnfilled: assign({
      unfilled: ({ context }, { saved: { name, text } }: { saved: SavedReply }) => ({
        name,
        missing: missingIn(text, context.author),
      }),
    }),
    forgetUnfilled: assign({ unfilled: undefined }),
    reloadList: sendTo('list', { type: 'list.reload' }),
    settleForm: emit({ type: 'form.settled' }),
    announceSaved: emit(({ context }) =>
      succeeded(context.opened ? savedReplyMessages.changed : savedReplyMessages.added),
    ),
    announceSaveFailed: emit(({ context }, { error }: { error: unknown }) =>
      failedBy(context.opened ? savedReplyMessages.changeFailed : savedReplyMessages.addFailed)(undefined, { error }),
    ),
    announceDeleted: emit(succeeded(savedReplyMessages.deleted)),
    announceDeleteFailed: emit(failedBy(savedReplyMessages.deleteFailed)),
    announceSettled: emit(({ context }) => {
      const { saved, next } = present(context.opened, 'saved reply to delete')
      return { type: 'deletion.settled' as const, id: saved.id, next }
    }),
    announceListCrashed: emit((_, { error }: { error: unknown }) => crashed(publicMessages.crash.list, error)),
  },
}).createMachine({
  id: 'savedReplies',
  description:
    'Openings and whole replies that are kept for one character, on its page and in the edit dialog of a reply. *Insert* fills the author of the post in and hands the words to the field (`text.insert`), or says what is not known and inserts nothing.',
  context: ({ input: { roleId, author } }) => ({
    roleId,
    author,
    place: 'all',
    opened: undefined,
    unfilled: undefined,
  }),
  invoke: {
    id: 'list',
    src: 'list',
    input: ({ context: { roleId } }) => ({ params: { roleId } }),
    onError: { actions: { type: 'announceListCrashed', params: ({ event }) => event } },
  },
  on: { 'list.reload': { actions: 'reloadList' } },
  initial: 'browsing',
  states: {
    browsing: {
      on: {
        'place.choose': { actions: { type: 'choosePlace', params: ({ event }) => event } },
        'saved.insert': [
          {
            guard: { type: 'isKnown', params: ({ event }) => event },
            actions: ['forgetUnfilled', { type: 'insert', params: ({ event }) => event }],
          },
          {
            description: 'Nothing is inserted by halves.',
            actions: { type: 'sayUnfilled', params: ({ event }) => event },
          },
        ],
        'saved.add': 'filling',
        'saved.edit': { target: 'filling', actions: { type: 'open', params: ({ event }) => event } },
        'delete.request': {
          target: 'confirmingDelete',
          actions: { type: 'open', params: ({ event }) => event },
        },
      },
    },
    filling: {
      on: {
        'form.submit': 'saving',
        'form.cancel': { target: 'browsing', actions: 'forgetOpened' },
      },
    },
    saving: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { roleId, opened }, event }) => {
          assertEvent(event, 'form.submit')
          return { roleId, saved: opened?.saved, body: event.body }
        },
        onDone: { target: 'browsing', actions: ['announceSaved', 'settleForm', 'forgetOpened', 'reloadList'] },
        onError: { target: 'filling', actions: { type: 'announceSaveFailed', params: ({ event }) => event } },
      },
    },
    confirmingDelete: {
      on: {
        'delete.confirm': 'deleting',
        'delete.cancel': { target: 'browsing', actions: 'forgetOpened' },
      },
    },
    deleting: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context: { roleId, opened } }) => ({
          roleId,
          saved: present(opened, 'saved reply to delete').saved,
        }),
        onDone: { target: 'browsing', actions: 'announceDeleted' },
        onError: { target: 'browsing', actions: { type: 'announceDeleteFailed', params: ({ event }) => event } },
      },
      /** Also after a failure: it may have been deleted elsewhere. */
      exit: ['announceSettled', 'forgetOpened', 'reloadList'],
    },
  },
})

export type SavedRepliesRef = ActorRefFrom<typeof savedRepliesMachine>
