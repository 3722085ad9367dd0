/** Every screen behind the login, in a chunk of its own. */
export const screens = {
  home: () => import('../reply/HomeScreen'),
  roles: () => import('../roles/RolesScreen'),
  role: () => import('../roles/RoleEditScreen'),
  agents: () => import('../agents/AgentsScreen'),
  agent: () => import('../agents/AgentEditScreen'),
  groups: () => import('../groups/GroupsScreen'),
  group: () => import('../groups/GroupEditScreen'),
  history: () => import('../history/HistoryScreen'),
  task: () => import('../history/TaskScreen'),
}
