import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, kept up to date. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (notify) => {
        const list = window.matchMedia(query)
        list.addEventListener('change', notify)
        return () => list.removeEventListener('change', notify)
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
    () => false,
  )
