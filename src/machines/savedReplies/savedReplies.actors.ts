import type { RecordId } from '../../schemas/base'
import { picked } from '../../schemas/picked'
import { type SavedReply, type SavedReplyBody, savedReplyCalls } from '../../schemas/savedReplies/savedReplies'
import { provided } from '../crud/provided.actors'
import { isUnknownCall, loaderOf, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { type SavedReplySaving, savedRepliesMachine } from './savedReplies'

export const savedReplies = provided((services) => {
  const api = services.client(savedReplyCalls)
  const latestOf = async (roleId: RecordId, id: number) =>
    (await api.listSavedReplies({ params: { roleId } })).find((each) => each.id === id)
  return savedRepliesMachine.provide({
    actors: {
      list: loaderOf<SavedReply[] | undefined, { roleId: RecordId }>(services, (signal, params) =>
        api.listSavedReplies({ params, signal }).catch((error) => {
          if (!isUnknownCall(error)) throw error
          return undefined
        }),
      ),
      save: write<void, SavedReplySaving>(async ({ roleId, saved, body }) => {
        if (saved === undefined) return api.createSavedReply({ params: { roleId }, body })
        const { id, name, kind, text } = (await latestOf(roleId, saved.id)) ?? saved
        const changes = picked(body, differing(body, saved))
        return api.updateSavedReply({ params: { roleId, savedReplyId: id }, body: { name, kind, text, ...changes } })
      }),
      remove: write<void, { roleId: RecordId; saved: SavedReply }>(({ roleId, saved }) =>
        api.deleteSavedReply({ params: { roleId, savedReplyId: saved.id } }),
      ),
    } satisfies AllActors<typeof savedRepliesMachine>,
  })
})

const differing = (body: SavedReplyBody, saved: SavedReply) =>
  (['name', 'kind', 'text'] as const).filter((name) => body[name] !== saved[name])
