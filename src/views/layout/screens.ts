import { late } from '../ui/late'

/** Every screen behind the login, in a chunk of its own. */
export const screens = {
  home: late(() => import('../reply/HomeScreen')),
  roles: late(() => import('../roles/RolesScreen')),
  role: late(() => import('../roles/RoleEditScreen')),
  agents: late(() => import('../agents/AgentsScreen')),
  agent: late(() => import('../agents/AgentEditScreen')),
  groups: late(() => import('../groups/GroupsScreen')),
  group: late(() => import('../groups/GroupEditScreen')),
  history: late(() => import('../history/HistoryScreen')),
  task: late(() => import('../history/TaskScreen')),
}
