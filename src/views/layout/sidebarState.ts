import { useState } from 'react'
import { useDevice } from './deviceContext'
import { useMedia } from './media'
import { drawerQuery, roomyQuery } from './widths'

export type SidebarState = {
  /** Below 768 px the sidebar is a drawer over the page. */
  isDrawer: boolean
  /** Of the drawer: shown; of the column: labels beside the icons. */
  open: boolean
  toggle: () => void
  close: () => void
}

/** The operator's choice is remembered; without one the column starts wide from 1180 px. */
export const useSidebar = (): SidebarState => {
  const { preferences } = useDevice()
  const isDrawer = useMedia(drawerQuery)
  const isRoomy = useMedia(roomyQuery)
  const [chosen, setChosen] = useState(() => preferences.sidebarOpen())
  const [drawerOpen, setDrawerOpen] = useState(false)
  const open = isDrawer ? drawerOpen : (chosen ?? isRoomy)
  const set = (next: boolean) => {
    if (isDrawer) {
      setDrawerOpen(next)
      return
    }
    setChosen(next)
    preferences.setSidebarOpen(next)
  }
  return { isDrawer, open, toggle: () => set(!open), close: () => set(false) }
}
