import * as z from 'zod/mini'
import { draft } from '../schemas/draft'
import type { DraftStore } from './services'
import { createStored } from './stored'

const stored = z.object({ version: z.literal(1), draft })

/** Keeps the composer's draft across reloads. It holds no secret. */
export const createDraftStore = (storage: Storage): DraftStore => {
  const slot = createStored(storage, 'auto-comment-bot.draft', stored)
  return {
    load: () => slot.read()?.draft,
    save: (value) => slot.write({ version: 1, draft: value }),
    clear: slot.remove,
  }
}
