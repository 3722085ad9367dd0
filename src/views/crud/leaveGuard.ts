import { useLayoutEffect, useRef, useState } from 'react'
import { guardPage } from './navigationGuard'

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
    const isStillArmed = () => !disarmed.current && latest.current()
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isStillArmed()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    const release = guardPage({ isArmed: isStillArmed, ask: (leave) => setPending({ leave }) })
    return () => {
      release()
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
