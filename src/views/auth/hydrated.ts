import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the prerendered page until its script runs: a form must not be sent by the browser itself before that. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
