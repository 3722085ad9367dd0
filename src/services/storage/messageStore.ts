import * as z from 'zod/mini'
import { mostMessages, type RecentMessage, recentMessage } from '../../schemas/shell/recentMessage'
import { messagesKey } from './storageKeys'
import { createOwnStored } from './stored'

/**
 * Keeps each operator's recent messages across reloads; a logout deletes them. Without a known operator it keeps
 * nothing.
 */
export interface MessageStore {
  /** Messages of all tabs, newest first. */
  load(): RecentMessage[]
  save(messages: RecentMessage[]): void
}

export const createMessageStore = (storage: Storage, operator: () => string): MessageStore => {
  const own = createOwnStored(storage, messagesKey, operator, z.array(recentMessage))
  const isKnown = () => operator() !== ''
  return {
    load: () => (isKnown() ? (own.read() ?? []) : []),
    save: (messages) => {
      if (isKnown()) own.write(newestOf([...(own.readAgain() ?? []), ...messages]))
    },
  }
}

const newestOf = (messages: RecentMessage[]): RecentMessage[] =>
  [...new Map(messages.map((message) => [message.id, message])).values()]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, mostMessages)
