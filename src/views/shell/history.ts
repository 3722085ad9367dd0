type Listener = (event: PopStateEvent) => void

let holder: Listener | undefined

/**
 * Call this before anything is rendered: browsers call window listeners in the order in which they were added, and
 * `holdHistory` must come before the router.
 */
export const watchHistory = (): void => window.addEventListener('popstate', (event) => holder?.(event))

/** Returns a function that stops holding. */
export const holdHistory = (listener: Listener): (() => void) => {
  holder = listener
  return () => {
    if (holder === listener) holder = undefined
  }
}
