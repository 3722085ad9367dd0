import { useEffect, useRef } from 'react'
import { hasNavigated } from '../../effects'
import { titleOf } from '../../routes'
import { pageHeading } from '../ui/pageHeading'

/** The document's title follows the path. */
export const useRouteTitle = (path: string): void => {
  useEffect(() => {
    document.title = titleOf(path)
  }, [path])
}

/**
 * After navigation, the one from the login included, the page's h1 takes focus, as soon as the screen's chunk has drawn
 * it, so that reading goes on there. Not on the first page, where the browser's own start is right, and not once the
 * operator went elsewhere.
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
    // A window that was open over the page that was left has given the focus back by then.
    queueMicrotask(() => {
      from = document.activeElement
      observer.observe(document.body, { childList: true, subtree: true })
      focusHeading()
    })
    return () => observer.disconnect()
  }, [path])
}
