import { useEffect, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the prerendered page until its script runs: until then a form must not be sent by the browser itself, and nothing can stand in a portal. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Sets `data-hydrated` on the document's root element once React answers to what the visitor does. */
export const MarkHydrated = (): null => {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
