import { createContext, use, useCallback, useSyncExternalStore } from 'react'

const SideContext = createContext<HTMLElement | null>(null)
export const SideProvider = SideContext.Provider

/** In CSS pixels of the panel, so that the work area keeps at least 620. */
const leastWidth = 880

/** The place beside the work area, or null if the panel has no room for it. */
export const useSideColumn = (): HTMLElement | null => {
  const side = use(SideContext)
  const watch = useCallback(
    (changed: () => void) => {
      const sizes = new ResizeObserver(changed)
      if (side?.parentElement) sizes.observe(side.parentElement)
      return () => sizes.disconnect()
    },
    [side],
  )
  const hasRoom = useSyncExternalStore(watch, () => (side?.parentElement?.clientWidth ?? 0) >= leastWidth)
  return hasRoom ? side : null
}
