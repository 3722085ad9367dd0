import { useEffect, useRef } from 'react'
import { hasNavigated } from '../../effects'
import { titleOf } from '../../routes'
import { pageHeading } from '../ui/tables/pageHeading'

export const useRouteTitle = (path: string): void => {
  useEffect(() => {
    document.title = titleOf(path)
  }, [path])
}

/**
 * After navigation the h1 takes the focus when the screen is drawn, so that screen readers continue there. Not on the
 * first page, and not if the operator has moved on.
 */
export const useHeadingFocus = (path: string): void => {
  const lastPath = useRef(hasNavigated() ? undefined : path)
  useEffect(() => {
    if (lastPath.current === path) return
    lastPath.current = path
    let from: Element | null | undefined
    const focusHeading = () => {
      const moved = document.activeElement !== from && document.activeElement !== document.body
      const heading = pageHeading()
      if (!moved) heading?.focus({ preventScroll: true })
      if (moved || (heading && document.activeElement === heading)) observer.disconnect()
    }
    const observer = new MutationObserver(focusHeading)
    window.scrollTo(0, 0)
    // A window over the earlier page has returned the focus by then.
    queueMicrotask(() => {
      from = document.activeElement
      observer.observe(document.body, { childList: true, subtree: true })
      focusHeading()
    })
    return () => observer.disconnect()
  }, [path])
}
