import { createDraftStore } from './draftStore'
import { createQueueStore } from './queueStore'

export const countUnsentWork = (storage: Storage, operator: () => string, shown: number) => ({
  replies: Math.max(shown, createDraftStore(storage, operator).load()?.replies.length ?? 0),
  posts: createQueueStore(storage, operator).load().entries.length,
})
