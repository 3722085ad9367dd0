import type { LoaderLogic } from './loader'
import { write } from './requests.actors'
import { createResource, type Identified, type ResourceMessages } from './resource'
import type { AllActors } from './service'

interface Configuration<TItem extends Identified, TBody> {
  texts: ResourceMessages
  list: LoaderLogic<TItem[]>
  create: (body: TBody) => Promise<void>
  remove: (id: TItem['id']) => Promise<void>
}

export const resourceOf = <TItem extends Identified, TBody>({
  texts,
  list,
  create,
  remove,
}: Configuration<TItem, TBody>) =>
  createResource<TItem, TBody>(texts).provide({
    actors: {
      list,
      create: write<void, { body: TBody }>(({ body }) => create(body)),
      remove: write<void, Identified>(({ id }) => remove(id)),
    } satisfies AllActors<ReturnType<typeof createResource>>,
  })
