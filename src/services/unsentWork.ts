import { createDraftStore } from './draftStore'
import { createQueueStore } from './queueStore'

/** How many replies under review and queued posts this browser keeps for the operator. */
export const countUnsentWork = (storage: Storage, operator: () => string) => ({
  replies: createDraftStore(storage, operator).load()?.replies.length ?? 0,
  posts: createQueueStore(storage, operator).load().entries.length,
})
