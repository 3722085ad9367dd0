import { useSyncExternalStore } from 'react'
import { mostMessages, type RecentMessage } from '../../schemas/shell/recentMessage'

export type { RecentMessage }

let recent: readonly RecentMessage[] = []
const newHere = new Set<string>()
let keep: (messages: RecentMessage[]) => void = () => {}
const listeners = new Set<() => void>()

const show = (messages: readonly RecentMessage[]) => {
  recent = messages.slice(0, mostMessages)
  for (const listener of listeners) listener()
}

export const rememberMessage = (message: RecentMessage): void => {
  if (recent.some(({ id }) => id === message.id)) return
  newHere.add(message.id)
  show([message, ...recent])
  keep([...recent])
}

/** False for messages from before the page was loaded. */
export const isNewHere = ({ id }: RecentMessage): boolean => newHere.has(id)

/** Returns a function that stops storing. */
export const keepMessages = (store: { load(): RecentMessage[]; save(messages: RecentMessage[]): void }) => {
  const earlier = store.load()
  show([...recent, ...earlier.filter(({ id }) => recent.every((message) => message.id !== id))])
  keep = store.save
  return () => {
    keep = () => {}
  }
}

/** Only on this page; stored messages stay. */
export const forgetMessages = (): void => show([])

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useRecentMessages = (): readonly RecentMessage[] =>
  useSyncExternalStore(
    subscribe,
    () => recent,
    () => recent,
  )
