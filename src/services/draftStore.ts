import * as z from 'zod/mini'
import { draft } from '../schemas/draft'
import type { DraftStore } from './services'
import { draftKey } from './storageKeys'
import { createOwnStored } from './stored'

const stored = z.object({ version: z.literal(1), draft })

/** Keeps each operator's draft across reloads and expired sessions. It holds no secret. */
export const createDraftStore = (storage: Storage, operator: () => string = () => ''): DraftStore => {
  const own = createOwnStored(storage, draftKey, operator, stored)
  return {
    load: () => own.read()?.draft,
    save: (value) => own.write({ version: 1, draft: value }),
    clear: own.remove,
  }
}
