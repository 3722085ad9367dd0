import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import type { InspectionEvent, Observer } from 'xstate'
import { useEffects } from './effects'
import type { Logic } from './logic'
import type { AuthRef } from './machines/auth'
import { LoginScreen } from './views/auth/LoginScreen'
import { SignUpScreen } from './views/auth/SignUpScreen'
import { RequireAuth } from './views/layout/RequireAuth'
import { LogicProvider } from './views/logicContext'
import { ErrorBoundary } from './views/ui/ErrorBoundary'
import { Toaster } from './views/ui/Toaster'

const AdminRoutes = lazy(() => import('./views/layout/AdminRoutes'))
const NotFound = lazy(() => import('./views/layout/NotFound'))

export interface AppProps {
  logic: Logic
  auth: AuthRef
  inspect?: Observer<InspectionEvent> | undefined
}

/** Everything but the landing page, which is a document of its own. */
export const App = ({ logic, auth, inspect }: AppProps) => {
  const [path] = useLocation()
  useEffects(auth)
  return (
    <LogicProvider logic={logic} auth={auth} inspect={inspect}>
      <ErrorBoundary resetKey={path}>
        <Switch>
          <Route path="/login" component={LoginScreen} />
          <Route path="/sign-up" component={SignUpScreen} />
          <Route path="/admin">
            <Redirect to="/admin/ai-character" replace />
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
      <Toaster />
    </LogicProvider>
  )
}
