import { createContext, use, useCallback, useSyncExternalStore } from 'react'

/** Queries that hold while the build draws a page, which has no window. */
export const AssumedMedia = createContext<readonly string[]>([])

export const useMedia = (query: string): boolean => {
  const assumed = use(AssumedMedia)
  return useSyncExternalStore(
    useCallback(
      (notify) => {
        const list = window.matchMedia(query)
        list.addEventListener('change', notify)
        return () => list.removeEventListener('change', notify)
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
    () => assumed.includes(query),
  )
}
