import { type Late, late } from '../ui/late'

/** Every screen behind the login by its address, in a chunk of its own. */
export const screens: ReadonlyMap<string, Late<object>> = new Map([
  ['/admin/home', late(() => import('../reply/HomeScreen'))],
  ['/admin/ai-character', late(() => import('../roles/RolesScreen'))],
  ['/admin/ai-character/:roleId', late(() => import('../roles/RoleEditScreen'))],
  ['/admin/media-agent', late(() => import('../agents/AgentsScreen'))],
  ['/admin/media-agent/:accountId', late(() => import('../agents/AgentEditScreen'))],
  ['/admin/group', late(() => import('../groups/GroupsScreen'))],
  ['/admin/group/:groupId', late(() => import('../groups/GroupEditScreen'))],
  ['/admin/history', late(() => import('../history/HistoryScreen'))],
  ['/admin/history/:taskId', late(() => import('../history/TaskScreen'))],
])
