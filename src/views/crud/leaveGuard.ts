import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AroundNavHandler } from 'wouter'

interface Guard {
  /** The address of the guarded page. */
  here: string
  isArmed(): boolean
  ask(leave: () => void): void
}

let guard: Guard | undefined

/** For the Router: asks before it leaves a page whose changes are not saved. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (guard?.isArmed()) guard.ask(() => navigate(to, options))
  else navigate(to, options)
}

/**
 * Lets the guard hear of Back and Forward. A browser calls the listeners of the window in the order in which they were
 * added: call this before anything is rendered, so that the router hears of it later, or never.
 */
export const watchHistory = (): void => window.addEventListener('popstate', onPopState)

const onPopState = (event: PopStateEvent): void => {
  if (!guard?.isArmed()) return
  event.stopImmediatePropagation()
  window.history.pushState(null, '', guard.here)
  guard.ask(() => window.history.back())
}

export interface LeaveGuard {
  /** True while the operator is asked. */
  asking: boolean
  leave(): void
  stay(): void
  /** From now on nothing is asked. */
  disarm(): void
}

/**
 * Asks before links, Back, Forward, a reload or closing the tab lose what was changed here.
 * `isArmed` is called at that moment, so it may read a machine that has moved on since the last render.
 */
export const useLeaveGuard = (isArmed: () => boolean): LeaveGuard => {
  const [pending, setPending] = useState<{ leave: () => void }>()
  const disarmed = useRef(false)
  const latest = useRef(isArmed)
  useLayoutEffect(() => {
    latest.current = isArmed
  })

  useLayoutEffect(() => {
    const own: Guard = {
      here: window.location.href,
      isArmed: () => !disarmed.current && latest.current(),
      ask: (leave) => setPending({ leave }),
    }
    guard = own
    return () => {
      if (guard === own) guard = undefined
    }
  }, [])

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (guard?.isArmed()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [])

  const disarm = () => {
    disarmed.current = true
  }
  return {
    asking: pending !== undefined,
    leave: () => {
      disarm()
      setPending(undefined)
      pending?.leave()
    },
    stay: () => setPending(undefined),
    disarm,
  }
}
