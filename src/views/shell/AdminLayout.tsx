import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { LayoutRef } from '../../machines/shell/layout'
import type { Section } from '../../routes'
import * as words from '../../schemas/shell/shell.words'
import { cx } from '../ui/cx'
import { ErrorBoundary } from '../ui/states/ErrorBoundary'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { Part } from '../ui/states/Part'
import { LazyWindow } from '../ui/windows/LazyWindow'
import { useHeadingFocus, useRouteTitle } from './arrival'
import { Header } from './Header'
import { NotStoredNotice, OfflineNotice, SandboxNotice } from './Notices'
import { useShortcut } from './palette/shortcut'
import { ScreenLoading } from './ScreenLoading'
import { Sidebar } from './Sidebar'
import { useSidebar } from './sidebarState'
import { SideProvider } from './sideColumn'

const StandInNotice = lazy(() => import('./StandInNotice'))
const Palette = lazy(() => import('./palette/Palette'), { warm: true })
const KeysDialog = lazy(() => import('./palette/KeysDialog'), { warm: true })
const ProblemReport = lazy(() => import('../report/ProblemReport'))
const Drawer = lazy(() => import('./Drawer'), { warm: true })

export type AdminLayoutProps = {
  layout: LayoutRef
  sandbox: boolean
  /** X is real and the model is the local stand-in. */
  modelStandIn?: boolean
  attention?: number
  tasks?: ReactNode
  onApproach?: (section: Section) => void
  onLogout: () => void
  children: ReactNode
}

const AdminLayout = ({
  layout,
  sandbox,
  modelStandIn = false,
  attention = 0,
  tasks,
  onApproach,
  onLogout,
  children,
}: AdminLayoutProps) => {
  const [path] = useLocation()
  const [side, setSide] = useState<HTMLElement | null>(null)
  const sidebar = useSidebar(layout)
  const opened = useSelector(layout, ({ value }) => value)

  const openPalette = () => layout.send({ type: 'palette.open' })
  const closePalette = () => layout.send({ type: 'palette.close' })
  const openKeys = () => layout.send({ type: 'keys.open' })
  const closeKeys = () => layout.send({ type: 'keys.close' })
  const openProblem = () => layout.send({ type: 'problem.open' })
  const closeProblem = () => layout.send({ type: 'problem.close' })
  const closeDrawer = () => layout.send({ type: 'drawer.close' })

  useRouteTitle(path)
  useHeadingFocus(path)
  useShortcut('b', 'mod', sidebar.toggle)
  useShortcut('k', 'mod', openPalette)
  useShortcut('?', 'plain', openKeys)

  const narrow = !sidebar.isDrawer && !sidebar.open
  const menu = {
    narrow,
    attention,
    onToggle: sidebar.toggle,
    onSearch: openPalette,
    onReport: openProblem,
    onApproach,
    onLogout,
  }

  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-primary px-4 py-2.5 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {words.skipToContent}
      </a>
      {sidebar.isDrawer ? (
        <LazyWindow open={sidebar.open} onClose={closeDrawer}>
          <Drawer open={sidebar.open} onClose={closeDrawer}>
            <Sidebar {...menu} onFollow={closeDrawer} />
          </Drawer>
        </LazyWindow>
      ) : (
        <aside
          aria-label="Sidebar"
          className={cx(
            'sticky top-0 h-dvh shrink-0 transition-[width] duration-200 ease-calm',
            narrow ? 'w-12' : 'w-85',
          )}
        >
          <Part>
            <Sidebar {...menu} />
          </Part>
        </aside>
      )}
      <div
        className={cx(
          'flex min-w-0 flex-1 flex-col bg-surface md:my-2.5 md:mr-2.5 md:rounded-xl md:border md:border-line md:shadow-1',
          narrow && 'md:ml-2.5',
        )}
      >
        <Part>
          <Header
            onMenu={sidebar.isDrawer ? sidebar.toggle : null}
            onKeys={openKeys}
            tasks={tasks}
            notice={sandbox && !sidebar.isDrawer ? <SandboxNotice /> : null}
          />
        </Part>
        {sandbox && sidebar.isDrawer ? <SandboxNotice /> : null}
        {modelStandIn ? (
          <LazyPart>
            <StandInNotice />
          </LazyPart>
        ) : null}
        <OfflineNotice />
        <NotStoredNotice />
        <div className="@container/panel flex min-w-0 flex-1">
          <main
            id="main"
            tabIndex={-1}
            className="flex min-w-0 flex-1 flex-col p-4 outline-none md:px-6 md:pb-6 xl:px-9"
          >
            <ErrorBoundary resetKey={path}>
              <Suspense fallback={<ScreenLoading />}>
                <SideProvider value={side}>{children}</SideProvider>
              </Suspense>
            </ErrorBoundary>
          </main>
          <div ref={setSide} className="w-65 shrink-0 border-l border-line empty:hidden @min-[65rem]/panel:w-75" />
        </div>
      </div>
      <LazyWindow key={`keys${path}`} open={opened === 'keys'} onClose={closeKeys}>
        <KeysDialog open={opened === 'keys'} onClose={closeKeys} />
      </LazyWindow>
      <LazyWindow key={path} open={opened === 'palette'} onClose={closePalette}>
        <Palette open={opened === 'palette'} onClose={closePalette} onReport={openProblem} onLogout={onLogout} />
      </LazyWindow>
      <LazyWindow open={opened === 'problem'} onClose={closeProblem}>
        <ProblemReport open={opened === 'problem'} onClose={closeProblem} />
      </LazyWindow>
    </div>
  )
}

export default AdminLayout
