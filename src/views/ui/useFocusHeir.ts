import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * `heir` takes the focus of a button that disappears; a button that was disabled for a while gets the focus back,
 * unless something else took it. Spread over the surrounding element.
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
    /** React reports no removed or disabled elements; late browsers report disabled ones. */
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (!target.matches(':disabled')) held.current = null
    },
  }
}
