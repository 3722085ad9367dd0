import { useLayoutEffect, useState } from 'react'

/**
 * False in the prerendered page until its script runs; until then forms must not be submitted by the browser. Becomes
 * true in the hydrating task.
 */
export const useHydrated = (): boolean => {
  const [hydrated, setHydrated] = useState(false)
  useLayoutEffect(() => setHydrated(true), [])
  return hydrated
}

export const MarkHydrated = (): null => {
  useLayoutEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
