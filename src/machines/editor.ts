import { type ActorRefFrom, assertEvent, assign, emit, enqueueActions, setup } from 'xstate'
import { failed, type Navigate, succeeded, type Toast } from './emitted'
import { failureText } from './failure'
import { service } from './service'

export interface EditorTexts {
  updated: string
  updateFailed: string
  idMissing: string
  /** Told where the thing cannot be loaded; without it a failed load stays silent. */
  loadFailed?: string
}

export type EditorEvent<TBody> = { type: 'form.submit'; body: TBody } | { type: 'form.cancel' } | { type: 'reload' }

/** The edit page of one thing, found by the id in its route. `home` is the list's route. */
export const createEditor = <TData, TBody>({ texts, home }: { texts: EditorTexts; home: string }) =>
  setup({
    types: {
      input: {} as { id: string | undefined },
      context: {} as { id: string; data: TData | undefined },
      events: {} as EditorEvent<TBody>,
      emitted: {} as Toast | Navigate,
      tags: {} as 'busy' | 'writing',
    },
    actors: {
      load: service<{ data: TData }, { id: string }>('load'),
      save: service<void, { id: string; body: TBody }>('save'),
    },
    guards: { hasId: ({ context }) => context.id !== '' },
    actions: {
      storeData: assign({ data: (_, params: { data: TData }) => params.data }),
      announceIdMissing: emit(failed(texts.idMissing)),
      announceLoadFailed: enqueueActions(({ enqueue }, params: { error: unknown }) => {
        if (texts.loadFailed) enqueue.emit(failed(failureText(params.error, texts.loadFailed)))
      }),
      announceUpdated: emit(succeeded(texts.updated)),
      announceUpdateFailed: emit((_, params: { error: unknown }) =>
        failed(failureText(params.error, texts.updateFailed)),
      ),
      goHome: emit({ type: 'navigate', to: home }),
      goBack: emit({ type: 'navigate.back', fallback: home }),
    },
  }).createMachine({
    id: 'editor',
    context: ({ input }) => ({ id: input.id ?? '', data: undefined }),
    initial: 'locating',
    states: {
      locating: {
        always: [
          { guard: 'hasId', target: 'loading' },
          { target: 'missing', actions: 'announceIdMissing' },
        ],
      },
      missing: {
        on: { reload: { guard: 'hasId', target: 'loading' }, 'form.cancel': { actions: 'goBack' } },
      },
      loading: {
        tags: 'busy',
        on: { 'form.cancel': { actions: 'goBack' } },
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => ({ id: context.id }),
          onDone: { target: 'editing', actions: { type: 'storeData', params: ({ event }) => event.output } },
          onError: {
            target: 'missing',
            actions: { type: 'announceLoadFailed', params: ({ event }) => event },
          },
        },
      },
      editing: { on: { 'form.submit': 'saving', 'form.cancel': { actions: 'goBack' } } },
      saving: {
        tags: ['busy', 'writing'],
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context, event }) => {
            assertEvent(event, 'form.submit')
            return { id: context.id, body: event.body }
          },
          onDone: { target: 'saved', actions: ['announceUpdated', 'goHome'] },
          onError: { target: 'editing', actions: { type: 'announceUpdateFailed', params: ({ event }) => event } },
        },
      },
      saved: { type: 'final' },
    },
  })

export type EditorLogic<TData, TBody> = ReturnType<typeof createEditor<TData, TBody>>
export type EditorRef<TData, TBody> = ActorRefFrom<EditorLogic<TData, TBody>>
