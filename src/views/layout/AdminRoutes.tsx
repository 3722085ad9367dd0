import '../ui/app.css'
import { useState } from 'react'
import { Route, Router, Switch } from 'wouter'
import { useEffects } from '../../effects'
import { ImportKeeper } from '../agents/ImportKeeper'
import { guardNavigation, leaveGuarded } from '../crud/navigationGuard'
import { useAuth, useCsvImport, useLogic, useReplyFlow } from '../logicContext'
import { MetaProvider, useMeta } from '../metaContext'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import AdminLayout from './AdminLayout'
import { DeviceProvider } from './deviceContext'
import { NotFound } from './LateNotFound'
import { screens } from './screens'

/** Everything behind the login, in chunks that no public page loads. */
const AdminRoutes = () => (
  <Router aroundNav={guardNavigation}>
    <DeviceProvider device={useLogic().device}>
      <MetaProvider>
        <ImportKeeper />
        <Screens />
      </MetaProvider>
    </DeviceProvider>
  </Router>
)

export default AdminRoutes

const Screens = () => {
  const auth = useAuth()
  const { sandbox } = useMeta()
  const csvImport = useCsvImport()
  const [asking, setAsking] = useState(false)
  const logOut = () => auth.send({ type: 'logout' })
  const askToLogOut = () =>
    leaveGuarded(() => (csvImport.getSnapshot().hasTag('unfinished') ? setAsking(true) : logOut()))
  useEffects(useReplyFlow())
  return (
    <AdminLayout sandbox={sandbox} onApproach={useLogic().readAhead} onLogout={askToLogOut}>
      <Switch>
        {Array.from(screens, ([path, screen]) => (
          <Route key={path} path={path} component={screen} />
        ))}
        <Route>
          <NotFound homeHref="/admin/home" inConsole />
        </Route>
      </Switch>
      <ConfirmDialog
        open={asking}
        question="Stop importing?"
        detail="Logout leaves out the rows that are not added yet."
        confirmLabel="Logout"
        onConfirm={logOut}
        onCancel={() => setAsking(false)}
      />
    </AdminLayout>
  )
}
