import { type RefObject, useEffect, useRef } from 'react'
import { hasNavigated } from '../../effects'
import { titleOf } from './routes'

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
export const useHeadingFocus = (path: string, main: RefObject<HTMLElement | null>): void => {
  const lastPath = useRef(hasNavigated() ? undefined : path)
  useEffect(() => {
    const element = main.current
    if (!element || lastPath.current === path) return
    lastPath.current = path
    const from = document.activeElement
    const focusHeading = (): boolean => {
      const moved = document.activeElement !== from && document.activeElement !== document.body
      const heading = element.querySelector('h1')
      if (!moved) heading?.focus({ preventScroll: true })
      return moved || (heading !== null && document.activeElement === heading)
    }
    window.scrollTo(0, 0)
    if (focusHeading()) return
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect()
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [path, main])
}
