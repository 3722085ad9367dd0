import { type ActorRefFrom, assertEvent, assign, emit, sendTo, setup } from 'xstate'
import type { RecordId } from '../../schemas/base'
import { publicMessages } from '../../schemas/commonMessages'
import { type Author, fillIn, missingIn, type Placeholder } from '../../schemas/savedReplies/placeholders'
import type { SavedReply, SavedReplyBody } from '../../schemas/savedReplies/savedReplies'
import * as words from '../../schemas/savedReplies/savedReplies.words'
import type { FormSettled } from '../crud/editor'
import { type Crash, crashed, failedBy, succeeded, type Toast } from '../crud/emitted'
import { createLoader } from '../crud/loader'
import { present } from '../crud/present'
import type { DeletionSettled } from '../crud/resource'
import { service } from '../crud/service'

export type SavedReplyPlace = 'all' | 'caret'

export type SavedRepliesEvent =
  | { type: 'list.reload' }
  | { type: 'saved.add' }
  | { type: 'saved.edit'; saved: SavedReply }
  | { type: 'form.submit'; body: SavedReplyBody }
  | { type: 'form.cancel' }
  /** `next` is the row that receives the focus after the deletion. */
  | { type: 'delete.request'; saved: SavedReply; next?: RecordId }
  | { type: 'delete.confirm' }
  | { type: 'delete.cancel' }
  | { type: 'place.choose'; place: SavedReplyPlace }
  | { type: 'saved.insert'; saved: SavedReply }

export interface TextInserted {
  type: 'text.insert'
  text: string
  at: SavedReplyPlace | 'start'
}

export interface Unfilled {
  name: string
  missing: Placeholder[]
}

interface SavedRepliesContext {
  roleId: RecordId
  author: Author
  place: SavedReplyPlace
  opened: { saved: SavedReply; next: RecordId | undefined } | undefined
  unfilled: Unfilled | undefined
}

export interface SavedReplySaving {
  roleId: RecordId
  saved: SavedReply | undefined
  body: SavedReplyBody
}

export const savedRepliesMachine = setup({
  types: {
    input: {} as { roleId: RecordId; author: Author },
    context: {} as SavedRepliesContext,
    events: {} as SavedRepliesEvent,
    emitted: {} as Toast | Crash | DeletionSettled | FormSettled | TextInserted,
    tags: {} as 'busy' | 'writing',
    children: {} as { list: 'list'; save: 'save'; remove: 'remove' },
  },
  actors: {
    /** Undefined if the provider does not have this call. */
    list: createLoader<SavedReply[] | undefined, { roleId: RecordId }>(),
    save: service<void, SavedReplySaving>('save'),
    remove: service<void, { roleId: RecordId; saved: SavedReply }>('remove'),
  },
  guards: {
    isKnown: ({ context }, { saved }: { saved: SavedReply }) => missingIn(saved.text, context.author).length === 0,
  },
  actions: {
    open: assign({
      opened: (_, { saved, next }: { saved: SavedReply; next?: RecordId }) => ({ saved, next }),
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
    announceSaved: emit(({ context }) => succeeded(context.opened ? words.changed : words.added)),
    announceSaveFailed: emit(({ context }, { error }: { error: unknown }) =>
      failedBy(context.opened ? words.changeFailed : words.addFailed)(undefined, { error }),
    ),
    announceDeleted: emit(succeeded(words.deleted)),
    announceDeleteFailed: emit(failedBy(words.deleteFailed)),
    announceSettled: emit(({ context }) => {
      const { saved, next } = present(context.opened, 'saved reply to delete')
      return { type: 'deletion.settled' as const, id: saved.id, next }
    }),
    announceListCrashed: emit((_, { error }: { error: unknown }) => crashed(publicMessages.crash.list, error)),
  },
}).createMachine({
  id: 'savedReplies',
  description:
    'The saved openings and full replies of one character, on its page and in the edit dialog of a reply. *Insert* fills in the author of the post and passes the text to the field (`text.insert`). If a placeholder has no value, nothing is inserted and a message names it.',
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
            description: 'A text with an unknown placeholder is not inserted.',
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
      /** Reloads after a failure too, because the saved reply may have been deleted elsewhere. */
      exit: ['announceSettled', 'forgetOpened', 'reloadList'],
    },
  },
})

export type SavedRepliesRef = ActorRefFrom<typeof savedRepliesMachine>
