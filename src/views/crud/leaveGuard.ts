import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AroundNavHandler } from 'wouter'

interface Guard {
  isArmed(): boolean
  ask(leave: () => void): void
}

let guard: Guard | undefined

/** For the Router: asks before it leaves a page whose changes are not saved. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (guard?.isArmed()) guard.ask(() => navigate(to, options))
  else navigate(to, options)
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
      isArmed: () => !disarmed.current && latest.current(),
      ask: (leave) => setPending({ leave }),
    }
    guard = own
    return () => {
      if (guard === own) guard = undefined
    }
  }, [])

  useEffect(() => {
    const here = window.location.href
    const onPopState = (event: PopStateEvent) => {
      if (!guard?.isArmed()) return
      event.stopImmediatePropagation()
      window.history.pushState(null, '', here)
      guard.ask(() => window.history.back())
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (guard?.isArmed()) event.preventDefault()
    }
    window.addEventListener('popstate', onPopState, { capture: true })
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      window.removeEventListener('popstate', onPopState, { capture: true })
      window.removeEventListener('beforeunload', onBeforeUnload)
    }
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
