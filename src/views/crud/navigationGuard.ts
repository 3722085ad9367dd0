import type { AroundNavHandler } from 'wouter'

export interface Guard {
  /** The address of the guarded page. */
  here: string
  isArmed(): boolean
  ask(leave: () => void): void
}

/** What guards the page that is open, if anything does. */
export const navigationGuard: { current: Guard | undefined } = { current: undefined }

/** For the Router: asks before it leaves a page whose changes are not saved. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  const guard = navigationGuard.current
  if (guard?.isArmed()) guard.ask(() => navigate(to, options))
  else navigate(to, options)
}

/**
 * Lets the guard hear of Back and Forward. A browser calls the listeners of the window in the order in which they were
 * added: call this before anything is rendered, so that the router hears of it later, or never.
 */
export const watchHistory = (): void => window.addEventListener('popstate', onPopState)

const onPopState = (event: PopStateEvent): void => {
  const guard = navigationGuard.current
  if (!guard?.isArmed()) return
  event.stopImmediatePropagation()
  window.history.pushState(null, '', guard.here)
  guard.ask(() => window.history.back())
}
