import type { ConsoleServices } from '../../services/services'
import { createEditor, type EditorTexts } from './editor'
import { read, untilBack, write } from './requests.actors'
import type { AllActors } from './service'

interface Configuration<TData, TBody> {
  texts: EditorTexts
  /** The route of the list that the edit page belongs to. */
  home: string
  load: (id: string, signal: AbortSignal) => Promise<TData>
  save: (id: string, body: TBody) => Promise<void>
}

export const editorOf = <TData, TBody>(
  services: ConsoleServices,
  { texts, home, load, save }: Configuration<TData, TBody>,
) =>
  createEditor<TData, TBody>({ texts, home }).provide({
    actors: {
      load: read<{ data: TData }, { id: string }>(services, async ({ id }, signal) => ({
        data: await load(id, signal),
      })),
      save: write<void, { id: string; body: TBody }>(({ id, body }) => save(id, body)),
      untilBack: untilBack(services),
    } satisfies AllActors<ReturnType<typeof createEditor>>,
  })
