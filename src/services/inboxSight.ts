import * as z from 'zod/mini'
import { inboxKey } from './storageKeys'
import { createOwnStored } from './stored'

const sight = z.object({
  /** Mentions waited at the last request, so Home reserves their space. */
  shown: z.boolean(),
  /** The list on Home is collapsed. */
  folded: z.boolean(),
})
export type InboxSight = z.infer<typeof sight>

export interface InboxSightStore {
  read(): InboxSight
  note(change: Partial<InboxSight>): void
}

export const createInboxSight = (storage: Storage, operator: () => string): InboxSightStore => {
  const own = createOwnStored(storage, inboxKey, operator, sight)
  const read = () => own.read() ?? { shown: false, folded: false }
  return { read, note: (change) => own.write({ ...read(), ...change }) }
}
