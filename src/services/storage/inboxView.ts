import * as z from 'zod/mini'
import { inboxKey } from './storageKeys'
import { createOwnStored } from './stored'

const inboxView = z.object({
  /** Mentions waited at the last request, so Home reserves their space. */
  shown: z.boolean(),
  /** The list on Home is collapsed. */
  folded: z.boolean(),
})
export type InboxView = z.infer<typeof inboxView>

export interface InboxViewStore {
  read(): InboxView
  note(change: Partial<InboxView>): void
}

export const createInboxView = (storage: Storage, operator: () => string): InboxViewStore => {
  const own = createOwnStored(storage, inboxKey, operator, inboxView)
  const read = () => own.read() ?? { shown: false, folded: false }
  return { read, note: (change) => own.write({ ...read(), ...change }) }
}
