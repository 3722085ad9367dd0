import * as z from 'zod/mini'
import { draft } from '../schemas/draft'
import type { DraftStore } from './services'
import { draftKey } from './storageKeys'
import { createStored } from './stored'

const stored = z.object({ version: z.literal(1), draft })

/**
 * Keeps each operator's draft across reloads and expired sessions. It holds no secret. What was loaded is what is
 * saved, even if somebody else signs in meanwhile in another tab.
 */
export const createDraftStore = (storage: Storage, operator: () => string = () => ''): DraftStore => {
  const open = () => createStored(storage, draftKey(operator()), stored)
  let slot = open()
  return {
    load: () => {
      slot = open()
      return slot.read()?.draft
    },
    save: (value) => slot.write({ version: 1, draft: value }),
    clear: () => slot.remove(),
  }
}
