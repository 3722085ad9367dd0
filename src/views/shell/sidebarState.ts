import { useSelector } from '@xstate/react'
import type { LayoutRef } from '../../machines/shell/layout'
import { useMedia } from './media'
import { drawerQuery, roomyQuery } from './widths'

export type SidebarState = {
  /** Below 768 px the sidebar is a drawer over the page. */
  isDrawer: boolean
  open: boolean
  toggle: () => void
}

/** Without a stored choice the sidebar starts wide from 1180 px. */
export const useSidebar = (layout: LayoutRef): SidebarState => {
  const isDrawer = useMedia(drawerQuery)
  const isRoomy = useMedia(roomyQuery)
  const isDrawerOpen = useSelector(layout, (snapshot) => snapshot.matches('drawer'))
  const isColumnOpen = useSelector(layout, ({ context }) => context.isColumnOpen) ?? isRoomy
  return isDrawer
    ? { isDrawer, open: isDrawerOpen, toggle: () => layout.send({ type: 'drawer.toggle' }) }
    : { isDrawer, open: isColumnOpen, toggle: () => layout.send({ type: 'column.choose', isOpen: !isColumnOpen }) }
}
