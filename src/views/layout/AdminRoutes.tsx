import '../ui/app.css'
import { Route, Router, Switch } from 'wouter'
import { useEffects } from '../../effects'
import { ImportKeeper } from '../agents/ImportKeeper'
import { guardNavigation } from '../crud/navigationGuard'
import { useLogic, useReplyFlow } from '../logicContext'
import { MetaProvider, useMeta } from '../metaContext'
import AdminLayout from './AdminLayout'
import { DeviceProvider } from './deviceContext'
import { NotFound } from './LateNotFound'
import { useLogout } from './logout'
import { consoleScreens } from './screens'

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
  const { sandbox } = useMeta()
  const { readAhead } = useLogic()
  const { logOut, question } = useLogout()
  useEffects(useReplyFlow())
  return (
    <AdminLayout sandbox={sandbox} onApproach={({ reads }) => readAhead(reads)} onLogout={logOut}>
      <Switch>
        {Array.from(consoleScreens, ([path, screen]) => (
          <Route key={path} path={path} component={screen} />
        ))}
        <Route>
          <NotFound homeHref="/admin/home" inConsole />
        </Route>
      </Switch>
      {question}
    </AdminLayout>
  )
}
