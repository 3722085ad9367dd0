import { lazy } from 'react'
import { Route, Router, Switch } from 'wouter'
import { useEffects } from '../../effects'
import { ImportKeeper } from '../agents/ImportKeeper'
import { guardNavigation } from '../crud/leaveGuard'
import { useAuth, useReplyFlow } from '../logicContext'
import { MetaProvider, useMeta } from '../metaContext'
import { forgetMessages } from '../ui/recentMessages'
import AdminLayout from './AdminLayout'
import NotFound from './NotFound'

const HomeScreen = lazy(() => import('../reply/HomeScreen'))
const RolesScreen = lazy(() => import('../roles/RolesScreen'))
const RoleEditScreen = lazy(() => import('../roles/RoleEditScreen'))
const AgentsScreen = lazy(() => import('../agents/AgentsScreen'))
const AgentEditScreen = lazy(() => import('../agents/AgentEditScreen'))
const GroupsScreen = lazy(() => import('../groups/GroupsScreen'))
const GroupEditScreen = lazy(() => import('../groups/GroupEditScreen'))
const HistoryScreen = lazy(() => import('../history/HistoryScreen'))
const TaskScreen = lazy(() => import('../history/TaskScreen'))

/** Everything behind the login, in chunks that no public page loads. */
const AdminRoutes = () => (
  <Router aroundNav={guardNavigation}>
    <MetaProvider>
      <ImportKeeper />
      <Screens />
    </MetaProvider>
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
    <AdminLayout sandbox={sandbox} onLogout={logOut}>
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
