import { useSyncExternalStore } from 'react'
import { messagesKept, type RecentMessage } from '../../schemas/recentMessage'

export type { RecentMessage }

let recent: readonly RecentMessage[] = []
const toldHere = new Set<string>()
let keep: (messages: RecentMessage[]) => void = () => {}
const listeners = new Set<() => void>()

const show = (messages: readonly RecentMessage[]) => {
  recent = messages.slice(0, messagesKept)
  for (const listener of listeners) listener()
}

/** Keeps a toast's text after the toast has gone; newest first. A known id is ignored. */
export const rememberMessage = (message: RecentMessage): void => {
  if (recent.some(({ id }) => id === message.id)) return
  toldHere.add(message.id)
  show([message, ...recent])
  keep([...recent])
}

/** False of what was told before the page was loaded. */
export const wasToldHere = ({ id }: RecentMessage): boolean => toldHere.has(id)

/** What is remembered from now on is kept there, after what was kept before. Returns the function that stops it. */
export const keepMessages = (store: { load(): RecentMessage[]; save(messages: RecentMessage[]): void }) => {
  const earlier = store.load()
  show([...recent, ...earlier.filter(({ id }) => recent.every((message) => message.id !== id))])
  keep = store.save
  return () => {
    keep = () => {}
  }
}

/** Of this page alone: what a store keeps stays there. */
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
