import type { AroundNavHandler } from 'wouter'

export interface Guard {
  isArmed(): boolean
  ask(leave: () => void): void
}

/** What guards the page that is open, if anything does, and the address of that page. */
let current: (Guard & { here: string }) | undefined

/** Guards the page that is open, until what is answered is called. */
export const guardPage = (guard: Guard): (() => void) => {
  const own = { ...guard, here: addressOfPage() }
  current = own
  return () => {
    if (current === own) current = undefined
  }
}

/** Leaves, but asks first on a page whose changes are not saved. */
export const leaveGuarded = (leave: () => void): void => {
  if (current?.isArmed()) current.ask(leave)
  else leave()
}

/** For the Router. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => leaveGuarded(() => navigate(to, options))

/**
 * Lets the guard hear of Back and Forward. A browser calls the listeners of the window in the order in which they were
 * added: call this before anything is rendered, so that the router hears of it later, or never.
 */
export const watchHistory = (): void => window.addEventListener('popstate', onPopState)

const onPopState = (event: PopStateEvent): void => {
  if (!current?.isArmed() || current.here === addressOfPage()) return
  event.stopImmediatePropagation()
  window.history.pushState(null, '', current.here)
  current.ask(() => window.history.back())
}

/** Without the hash: "Skip to content" is heard of as Back is, and leads to a part of the same page. */
const addressOfPage = (): string => window.location.pathname + window.location.search
