import { useMachine } from '@xstate/react'
import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import { useAuth, useLogic } from '../logicContext'
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
const AdminRoutes = () => {
  const auth = useAuth()
  const sandbox = useSandbox()
  return (
    <AdminLayout sandbox={sandbox} onLogout={() => auth.send({ type: 'logout' })}>
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

export default AdminRoutes

/** Asked once per session; until the answer, and with a provider that has none, nothing is said. */
const useSandbox = (): boolean => {
  const [snapshot] = useMachine(useLogic().loaders.meta, { input: { params: undefined } })
  return snapshot.context.data?.sandbox ?? false
}
