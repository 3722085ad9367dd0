import type { AroundNavHandler } from 'wouter'

export interface Guard {
  isArmed(): boolean
  ask(leave: () => void): void
}

/** What guards the page that is open, if anything does, and the address of that page. */
let current: (Guard & { here: string }) | undefined

/** Guards the page that is open, until what is answered is called. */
export const guardPage = (guard: Guard): (() => void) => {
  const own = { ...guard, here: window.location.href }
  current = own
  return () => {
    if (current === own) current = undefined
  }
}

/** For the Router: asks before it leaves a page whose changes are not saved. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (current?.isArmed()) current.ask(() => navigate(to, options))
  else navigate(to, options)
}

/**
 * Lets the guard hear of Back and Forward. A browser calls the listeners of the window in the order in which they were
 * added: call this before anything is rendered, so that the router hears of it later, or never.
 */
export const watchHistory = (): void => window.addEventListener('popstate', onPopState)

const onPopState = (event: PopStateEvent): void => {
  if (!current?.isArmed()) return
  event.stopImmediatePropagation()
  window.history.pushState(null, '', current.here)
  current.ask(() => window.history.back())
}
