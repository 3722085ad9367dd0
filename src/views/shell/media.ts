import { createContext, use, useCallback, useSyncExternalStore } from 'react'

/** The media queries that hold while the build draws a page, where there is no window to ask. */
export const AssumedMedia = createContext<readonly string[]>([])

/** Whether a media query holds, kept up to date. */
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
