import { type ActorRefFrom, assertEvent, assign, emit, sendTo, setup } from 'xstate'
import type { RecordId } from '../../schemas/base'
import { publicMessages } from '../../schemas/commonMessages'
import { type Crash, crashed, failedBy, succeeded, type Toast } from './emitted'
import { createLoader } from './loader'
import { present } from './present'
import { service } from './service'

export interface ResourceMessages {
  created: string
  createFailed: string
  deleted: string
  deleteFailed: string
}

export interface Identified {
  id: RecordId
}

export type ResourceEvent<TItem extends Identified, TBody> =
  | { type: 'list.reload' }
  | { type: 'create.open' }
  | { type: 'create.submit'; body: TBody }
  /** `next` is the row that receives the focus after `item` is deleted. */
  | { type: 'delete.request'; item: TItem; next?: RecordId }
  | { type: 'delete.confirm' }
  | { type: 'dialog.cancel' }

export type DeletionSettled = { type: 'deletion.settled'; id: RecordId; next: RecordId | undefined }

export type ItemCreated = { type: 'item.created' }

export const createResource = <TItem extends Identified, TBody>(texts: ResourceMessages) =>
  setup({
    types: {
      context: {} as { subject: { item: TItem; next: RecordId | undefined } | undefined },
      events: {} as ResourceEvent<TItem, TBody>,
      emitted: {} as Toast | Crash | DeletionSettled | ItemCreated,
      tags: {} as 'busy' | 'writing',
      children: {} as { list: 'list'; create: 'create'; remove: 'remove' },
    },
    actors: {
      list: createLoader<TItem[]>(),
      create: service<void, { body: TBody }>('create'),
      remove: service<void, Identified>('remove'),
    },
    actions: {
      rememberSubject: assign({
        subject: (_, params: { item: TItem; next: RecordId | undefined }) => params,
      }),
      forgetSubject: assign({ subject: undefined }),
      reloadList: sendTo('list', { type: 'list.reload' }),
      announceCreated: emit(succeeded(texts.created)),
      tellCreated: emit({ type: 'item.created' }),
      announceCreateFailed: emit(failedBy(texts.createFailed)),
      announceDeleted: emit(succeeded(texts.deleted)),
      announceDeleteFailed: emit(failedBy(texts.deleteFailed)),
      announceSettled: emit(({ context }) => {
        const { item, next } = present(context.subject, 'item to delete')
        return { type: 'deletion.settled' as const, id: item.id, next }
      }),
      announceListCrashed: emit((_, params: { error: unknown }) => crashed(publicMessages.crash.list, params.error)),
    },
  }).createMachine({
    id: 'resource',
    description:
      'A list screen with a dialog to create a record and a confirmation before deleting one. The list is loaded again after each of them. The child `list` (a `loader`) loads the list, so that dialogs do not wait for it. *Request* opens the confirmation, *confirm* deletes.',
    context: { subject: undefined },
    invoke: {
      id: 'list',
      src: 'list',
      input: { params: undefined },
      onError: { actions: { type: 'announceListCrashed', params: ({ event }) => event } },
    },
    on: { 'list.reload': { actions: 'reloadList' } },
    initial: 'browsing',
    states: {
      browsing: {
        on: {
          'create.open': 'creating',
          'delete.request': {
            target: 'confirmingDelete',
            actions: { type: 'rememberSubject', params: ({ event }) => ({ item: event.item, next: event.next }) },
          },
        },
      },
      creating: {
        on: { 'create.submit': 'saving', 'dialog.cancel': 'browsing' },
      },
      saving: {
        tags: ['busy', 'writing'],
        invoke: {
          id: 'create',
          src: 'create',
          input: ({ event }) => {
            assertEvent(event, 'create.submit')
            return { body: event.body }
          },
          onDone: { target: 'browsing', actions: ['announceCreated', 'tellCreated', 'reloadList'] },
          onError: {
            target: 'creating',
            actions: { type: 'announceCreateFailed', params: ({ event }) => event },
          },
        },
      },
      confirmingDelete: {
        on: {
          'delete.confirm': 'deleting',
          'dialog.cancel': { target: 'browsing', actions: 'forgetSubject' },
        },
      },
      deleting: {
        tags: ['busy', 'writing'],
        invoke: {
          id: 'remove',
          src: 'remove',
          input: ({ context }) => ({ id: present(context.subject, 'item to delete').item.id }),
          onDone: { target: 'browsing', actions: 'announceDeleted' },
          onError: { target: 'browsing', actions: { type: 'announceDeleteFailed', params: ({ event }) => event } },
        },
        /** The list is read even after a failure, because the row may have been deleted elsewhere. */
        exit: ['announceSettled', 'forgetSubject', 'reloadList'],
      },
    },
  })

export type ResourceLogic<TItem extends Identified, TBody> = ReturnType<typeof createResource<TItem, TBody>>
export type ResourceRef<TItem extends Identified, TBody> = ActorRefFrom<ResourceLogic<TItem, TBody>>
