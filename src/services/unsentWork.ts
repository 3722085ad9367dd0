import * as z from 'zod/mini'
import { draftKey, queueKey } from './storageKeys'
import { createOwnStored } from './stored'

/** As much of what is kept as is counted. */
const keptDraft = z.object({ draft: z.object({ replies: z.array(z.unknown()) }) })
const keptQueue = z.object({ entries: z.array(z.unknown()) })

/** How many replies under review and queued posts this browser keeps for the operator. */
export const createUnsentWork = (storage: Storage, operator: () => string) => {
  const draft = createOwnStored(storage, draftKey, operator, keptDraft)
  const queue = createOwnStored(storage, queueKey, operator, keptQueue)
  return {
    count: () => ({ replies: draft.read()?.draft.replies.length ?? 0, posts: queue.read()?.entries.length ?? 0 }),
  }
}
