import { type SavedReplySaving, savedRepliesMachine } from '../machines/savedReplies'
import type { AllActors } from '../machines/service'
import { type SavedReply, savedReplyCalls } from '../schemas/savedReplies'
import { provided } from './provided'
import { isUnknownCall, loaderOf, write } from './requests'

/** What is kept for one character. Where the call is not known, or the character is gone, there is no list. */
export const savedReplies = provided((services) => {
  const api = services.client(savedReplyCalls)
  return savedRepliesMachine.provide({
    actors: {
      list: loaderOf<SavedReply[] | undefined, { roleId: number }>(services, (signal, params) =>
        api.listSavedReplies({ params, signal }).catch((error) => {
          if (!isUnknownCall(error)) throw error
          return undefined
        }),
      ),
      save: write<void, SavedReplySaving>(({ roleId, saved, body }) =>
        saved
          ? api.updateSavedReply({ params: { roleId, savedReplyId: saved.id }, body })
          : api.createSavedReply({ params: { roleId }, body }),
      ),
      remove: write<void, { roleId: number; saved: SavedReply }>(({ roleId, saved }) =>
        api.deleteSavedReply({ params: { roleId, savedReplyId: saved.id } }),
      ),
    } satisfies AllActors<typeof savedRepliesMachine>,
  })
})
