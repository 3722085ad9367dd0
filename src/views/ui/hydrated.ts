import { useLayoutEffect, useState } from 'react'

/**
 * False in the prerendered page until its script runs: until then a form must not be sent by the browser itself, and
 * nothing can stand in a portal. It turns true in the task that hydrates, not after the next frame.
 */
export const useHydrated = (): boolean => {
  const [hydrated, setHydrated] = useState(false)
  useLayoutEffect(() => setHydrated(true), [])
  return hydrated
}

/** Sets `data-hydrated` on the document's root element once React answers to what the visitor does. */
export const MarkHydrated = (): null => {
  useLayoutEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
