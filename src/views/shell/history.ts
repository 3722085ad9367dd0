type Listener = (event: PopStateEvent) => void

let holder: Listener | undefined

/**
 * Lets `holdHistory` hear of Back and Forward. A browser calls the listeners of the window in the order in which they were
 * added, capturing or not: call this before anything is rendered, so that the router hears of it later, or never.
 */
export const watchHistory = (): void => window.addEventListener('popstate', (event) => holder?.(event))

/** Returns the function that stops it. */
export const holdHistory = (listener: Listener): (() => void) => {
  holder = listener
  return () => {
    if (holder === listener) holder = undefined
  }
}
