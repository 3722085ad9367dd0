import { createEditor, type EditorTexts } from '../machines/editor'
import type { LoaderLogic } from '../machines/loader'
import { createResource, type Identified, type ResourceMessages } from '../machines/resource'
import type { AllActors } from '../machines/service'
import type { ConsoleServices } from '../services/services'
import { read, write } from './requests'

interface ResourceConfiguration<TItem extends Identified, TBody> {
  texts: ResourceMessages
  list: LoaderLogic<TItem[]>
  create: (body: TBody) => Promise<void>
  remove: (id: TItem['id']) => Promise<void>
}

/** The list screen of one resource. */
export const resourceOf = <TItem extends Identified, TBody>({
  texts,
  list,
  create,
  remove,
}: ResourceConfiguration<TItem, TBody>) =>
  createResource<TItem, TBody>(texts).provide({
    actors: {
      list,
      create: write<void, { body: TBody }>(({ body }) => create(body)),
      remove: write<void, Identified>(({ id }) => remove(id)),
    } satisfies AllActors<ReturnType<typeof createResource>>,
  })

interface EditorConfiguration<TData, TBody> {
  texts: EditorTexts
  /** The route of the list that the edit page belongs to. */
  home: string
  load: (id: string, signal: AbortSignal) => Promise<TData>
  save: (id: string, body: TBody) => Promise<void>
}

/** The edit page of one resource. */
export const editorOf = <TData, TBody>(
  services: ConsoleServices,
  { texts, home, load, save }: EditorConfiguration<TData, TBody>,
) =>
  createEditor<TData, TBody>({ texts, home }).provide({
    actors: {
      load: read<{ data: TData }, { id: string }>(services, async ({ id }, signal) => ({
        data: await load(id, signal),
      })),
      save: write<void, { id: string; body: TBody }>(({ id, body }) => save(id, body)),
    } satisfies AllActors<ReturnType<typeof createEditor>>,
  })
