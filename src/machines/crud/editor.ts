import { type ActorRefFrom, assertEvent, assign, emit, enqueueActions, setup } from 'xstate'
import { recovery, untilBack } from '../security/recovery'
import { failed, failedBy, type Navigate, succeeded, type Toast } from './emitted'
import { failureText, isMissing } from './failure'
import { service } from './service'

export interface EditorTexts {
  updated: string
  updateFailed: string
  idMissing: string
  /** Without this text a failed load shows no toast. */
  loadFailed?: string
}

export type EditorEvent<TBody> =
  /** `isChanged`: the form differs from the stored record. */
  | { type: 'form.change'; isChanged: boolean }
  | { type: 'form.submit'; body: TBody }
  | { type: 'form.cancel' }
  /** The operator leaves the page; accepted only if that loses changes. */
  | { type: 'page.discard' }
  | { type: 'page.reload' }

export type FormSettled = { type: 'form.settled' }

/** `home` is the list's route. */
export const createEditor = <TData, TBody>({ texts, home }: { texts: EditorTexts; home: string }) =>
  setup({
    types: {
      input: {} as { id: string | undefined },
      context: {} as { id: string; data: TData | undefined; isChanged: boolean },
      events: {} as EditorEvent<TBody>,
      emitted: {} as Toast | Navigate | FormSettled,
      tags: {} as 'busy' | 'writing',
    },
    actors: {
      load: service<{ data: TData }, { id: string }>('load'),
      save: service<void, { id: string; body: TBody }>('save'),
      untilBack,
    },
    guards: {
      hasId: ({ context }) => context.id !== '',
      isChanged: ({ context }) => context.isChanged,
      isMissing: (_, { error }: { error: unknown }) => isMissing(error),
    },
    actions: {
      storeData: assign({ data: (_, params: { data: TData }) => params.data }),
      noteChange: assign({ isChanged: (_, params: { isChanged: boolean }) => params.isChanged }),
      forgetChange: assign({ isChanged: false }),
      settleForm: emit({ type: 'form.settled' }),
      announceIdMissing: emit(failed(texts.idMissing)),
      announceLoadFailed: enqueueActions(({ enqueue }, params: { error: unknown }) => {
        if (texts.loadFailed) enqueue.emit(failed(failureText(params.error, texts.loadFailed)))
      }),
      announceUpdated: emit(succeeded(texts.updated)),
      announceUpdateFailed: emit(failedBy(texts.updateFailed)),
      goHome: emit({ type: 'navigate', to: home }),
      goBack: emit({ type: 'navigate.back', fallback: home }),
    },
  }).createMachine({
    id: 'editor',
    description:
      'The edit page of one record. `locating` reads the id from the route. `missing` means that the route has no id, or that the server does not know the id. `failed` means that the record could not be loaded; it is loaded again when the network is back or the operator returns to the page. *Cancel* returns to the previous page, *saved* to the list.',
    context: ({ input }) => ({ id: input.id?.trim() ?? '', data: undefined, isChanged: false }),
    on: { 'form.change': { actions: { type: 'noteChange', params: ({ event }) => event } } },
    initial: 'locating',
    states: {
      locating: {
        always: [
          { guard: 'hasId', target: 'loading' },
          { target: 'missing', actions: 'announceIdMissing' },
        ],
      },
      missing: {
        on: { 'page.reload': { guard: 'hasId', target: 'loading' }, 'form.cancel': { actions: 'goBack' } },
      },
      failed: { invoke: recovery, on: { 'page.reload': 'loading' } },
      loading: {
        tags: 'busy',
        on: { 'form.cancel': { actions: 'goBack' } },
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => ({ id: context.id }),
          onDone: { target: 'editing', actions: { type: 'storeData', params: ({ event }) => event.output } },
          onError: [
            {
              guard: { type: 'isMissing', params: ({ event }) => event },
              target: 'missing',
              actions: { type: 'announceLoadFailed', params: ({ event }) => event },
            },
            { target: 'failed', actions: { type: 'announceLoadFailed', params: ({ event }) => event } },
          ],
        },
      },
      editing: {
        on: {
          'form.submit': 'saving',
          'form.cancel': { actions: ['forgetChange', 'settleForm', 'goBack'] },
          'page.discard': { guard: 'isChanged', actions: ['forgetChange', 'settleForm'] },
        },
      },
      saving: {
        tags: ['busy', 'writing'],
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context, event }) => {
            assertEvent(event, 'form.submit')
            return { id: context.id, body: event.body }
          },
          onDone: { target: 'saved', actions: ['announceUpdated', 'settleForm', 'goHome'] },
          onError: { target: 'editing', actions: { type: 'announceUpdateFailed', params: ({ event }) => event } },
        },
      },
      saved: { type: 'final' },
    },
  })

export type EditorLogic<TData, TBody> = ReturnType<typeof createEditor<TData, TBody>>
export type EditorRef<TData, TBody> = ActorRefFrom<EditorLogic<TData, TBody>>
