import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * For a part of the page whose buttons come and go with what it tells: `heir` takes the focus of one that is gone, and
 * one that was disabled for a while gets it back, unless something else took it meanwhile. To be spread over the element
 * around them.
 */
export const useFocusHeir = (heir: () => HTMLElement | null = () => null) => {
  const held = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const last = held.current
    if (!last) return
    if (document.activeElement === document.body) (last.isConnected ? last : heir())?.focus({ preventScroll: true })
    else if (document.activeElement !== last) held.current = null
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      held.current = target
    },
    /** React does not tell of what it removes or disables; a browser that is late with it tells of what is disabled. */
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (!target.matches(':disabled')) held.current = null
    },
  }
}
