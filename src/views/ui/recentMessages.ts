import { useSyncExternalStore } from 'react'

export type RecentMessage = { id: string; tone: 'success' | 'error' | 'plain'; text: string; at: number }

const limit = 20
let recent: readonly RecentMessage[] = []
const listeners = new Set<() => void>()

/** Keeps a toast's text after the toast has gone; newest first, the last 20. A known id is ignored. */
export const rememberMessage = (message: RecentMessage): void => {
  if (recent.some(({ id }) => id === message.id)) return
  recent = [message, ...recent].slice(0, limit)
  for (const listener of listeners) listener()
}

export const forgetMessages = (): void => {
  recent = []
  for (const listener of listeners) listener()
}

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
