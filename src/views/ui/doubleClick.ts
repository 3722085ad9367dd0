import { type RefObject, useEffect, useRef } from 'react'

/** Longer than it takes most people to click twice. */
export const doubleClickMillis = 400

/**
 * Keeps a window open when the click that opened it is the first half of a double click, whose second half lands outside
 * of the window's panel and would close it. Headless UI leaves what is prevented alone. Answers the ref of the panel.
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
