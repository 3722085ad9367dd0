import { type RefObject, useEffect, useRef } from 'react'

/** Longer than most people's double click. */
export const doubleClickMillis = 400

/**
 * The second half of a double click would land outside the panel and close the window. Headless UI ignores prevented
 * events. Returns the panel's ref.
 */
export const useDoubleClickKeepsOpen = (open: boolean): RefObject<HTMLDivElement | null> => {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const ended = new AbortController()
    const listening = { signal: ended.signal, capture: true, passive: false }
    const keep = (event: Event) => {
      if (!(event.target instanceof Node && panel.current?.contains(event.target))) event.preventDefault()
    }
    window.addEventListener('pointerup', keep, listening)
    window.addEventListener('touchend', keep, listening)
    const timer = setTimeout(() => ended.abort(), doubleClickMillis)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [open])
  return panel
}
