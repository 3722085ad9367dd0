import * as z from 'zod/mini'
import { inboxKey } from './storageKeys'
import { createOwnStored } from './stored'

const sight = z.object({
  /** Something waited when it was last asked for: its place on Home is kept free from the first moment. */
  shown: z.boolean(),
  /** Whether the list on Home is folded up. */
  folded: z.boolean(),
})
export type InboxSight = z.infer<typeof sight>

/** What this browser knows of an operator's inbox before the server was asked. */
export interface InboxSightStore {
  read(): InboxSight
  note(change: Partial<InboxSight>): void
}

export const createInboxSight = (storage: Storage, operator: () => string): InboxSightStore => {
  const own = createOwnStored(storage, inboxKey, operator, sight)
  const read = () => own.read() ?? { shown: false, folded: false }
  return { read, note: (change) => own.write({ ...read(), ...change }) }
}
