import { Suspense, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import type { InspectionEvent, Observer } from 'xstate'
import { toastCode, useEffects } from './effects'
import type { AuthRef } from './machines/session/auth'
import type { Logic } from './machines/session/session.actors'
import { adminHome } from './routes'
import { NotFound } from './views/shell/LazyNotFound'
import { LogicProvider } from './views/shell/logicContext'
import { RequireAuth } from './views/shell/RequireAuth'
import { consoleScreens, publicScreens } from './views/shell/screens'
import { useHydrated } from './views/ui/hydrated'
import { ErrorBoundary } from './views/ui/states/ErrorBoundary'
import { type Lazy, lazy } from './views/ui/states/lazy'

const AdminRoutes = lazy(() => import('./views/shell/AdminRoutes'))
const Messages = lazy(async () => {
  await toastCode()
  return import('./views/shell/messages/Messages')
})

/** Loads both, so that they are drawn at once. */
export const preloadConsole = async (path: string): Promise<void> => {
  await Promise.all([AdminRoutes.preload(), consoleScreens.get(path)?.preload()])
}

export interface AppProps {
  logic: Logic
  auth: AuthRef
  inspect?: Observer<InspectionEvent> | undefined
}

export const App = ({ logic, auth, inspect }: AppProps) => {
  const [path] = useLocation()
  useEffects(auth)
  return (
    <LogicProvider logic={logic} auth={auth} inspect={inspect}>
      <Pages path={path} />
    </LogicProvider>
  )
}

const Pages = ({ path }: { path: string }) => (
  <>
    <ErrorBoundary resetKey={path}>
      <Switch>
        {Array.from(publicScreens, ([path, screen]) => (
          <Route key={path} path={path}>
            <PublicScreen screen={screen} />
          </Route>
        ))}
        <Route path="/admin">
          <Redirect to={adminHome} replace />
        </Route>
        <Route path="/admin/*">
          <RequireAuth>
            <Suspense>
              <AdminRoutes />
            </Suspense>
          </RequireAuth>
        </Route>
        <Route>
          <Suspense>
            <NotFound homeHref="/" />
          </Suspense>
        </Route>
      </Switch>
    </ErrorBoundary>
    <Toasts path={path} />
  </>
)

/** Without Suspense if its code is loaded, because React hydrates the content of Suspense later. */
const PublicScreen = ({ screen: Screen }: { screen: Lazy<object> }) => {
  const [arrived] = useState(Screen.hasArrived)
  if (arrived) return <Screen />
  return (
    <Suspense>
      <Screen />
    </Suspense>
  )
}

/** The first toast loads this code, which also creates toasts. */
const Toasts = ({ path }: { path: string }) =>
  useHydrated() ? (
    <ErrorBoundary resetKey={path} fallback={() => null}>
      <Suspense>
        <Messages />
      </Suspense>
    </ErrorBoundary>
  ) : null
