import * as z from 'zod/mini'
import { inboxKey } from './storageKeys'
import { createOwnStored } from './stored'

const inboxView = z.object({
  /** Mentions waited at the last request, so Home reserves their space. */
  shown: z.boolean(),
})
export type InboxView = z.infer<typeof inboxView>

export interface InboxViewStore {
  read(): InboxView
  note(view: InboxView): void
}

export const createInboxView = (storage: Storage, operator: () => string): InboxViewStore => {
  const own = createOwnStored(storage, inboxKey, operator, inboxView)
  return { read: () => own.read() ?? { shown: false }, note: own.write }
}
