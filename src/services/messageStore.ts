import * as z from 'zod/mini'
import { type RecentMessage, recentMessage } from '../schemas/recentMessage'
import { messagesKey } from './storageKeys'
import { createOwnStored } from './stored'

/** Keeps each operator's recent messages over a reload; a logout forgets them. Of nobody known it keeps nothing. */
export interface MessageStore {
  load(): RecentMessage[]
  save(messages: RecentMessage[]): void
}

export const createMessageStore = (storage: Storage, operator: () => string): MessageStore => {
  const own = createOwnStored(storage, messagesKey, operator, z.array(recentMessage))
  const isKnown = () => operator() !== ''
  return {
    load: () => (isKnown() ? (own.read() ?? []) : []),
    save: (messages) => {
      if (isKnown()) own.write(messages)
    },
  }
}
