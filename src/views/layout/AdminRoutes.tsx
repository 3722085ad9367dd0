import '../ui/app.css'
import { lazy } from 'react'
import { Route, Router, Switch } from 'wouter'
import { useEffects } from '../../effects'
import { ImportKeeper } from '../agents/ImportKeeper'
import { guardNavigation } from '../crud/navigationGuard'
import { useAuth, useLogic, useReplyFlow } from '../logicContext'
import { MetaProvider, useMeta } from '../metaContext'
import { forgetMessages } from '../ui/recentMessages'
import AdminLayout from './AdminLayout'
import { DeviceProvider } from './deviceContext'
import NotFound from './NotFound'
import { screens } from './screens'

const HomeScreen = lazy(screens.home)
const RolesScreen = lazy(screens.roles)
const RoleEditScreen = lazy(screens.role)
const AgentsScreen = lazy(screens.agents)
const AgentEditScreen = lazy(screens.agent)
const GroupsScreen = lazy(screens.groups)
const GroupEditScreen = lazy(screens.group)
const HistoryScreen = lazy(screens.history)
const TaskScreen = lazy(screens.task)

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
  const logOut = () => {
    forgetMessages()
    auth.send({ type: 'logout' })
  }
  useEffects(useReplyFlow())
  return (
    <AdminLayout sandbox={sandbox} onApproach={useLogic().readAhead} onLogout={logOut}>
      <Switch>
        <Route path="/admin/home" component={HomeScreen} />
        <Route path="/admin/ai-character" component={RolesScreen} />
        <Route path="/admin/ai-character/:roleId" component={RoleEditScreen} />
        <Route path="/admin/media-agent" component={AgentsScreen} />
        <Route path="/admin/media-agent/:accountId" component={AgentEditScreen} />
        <Route path="/admin/group" component={GroupsScreen} />
        <Route path="/admin/group/:groupId" component={GroupEditScreen} />
        <Route path="/admin/history" component={HistoryScreen} />
        <Route path="/admin/history/:taskId" component={TaskScreen} />
        <Route>
          <NotFound homeHref="/admin/home" inConsole />
        </Route>
      </Switch>
    </AdminLayout>
  )
}
