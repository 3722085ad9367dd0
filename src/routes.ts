import {
  AtSign,
  Bot,
  CircleDollarSign,
  Hand,
  History,
  Inbox,
  type LucideIcon,
  MessageSquareReply,
  Settings,
  UsersRound,
} from 'lucide-react'
import {
  accountsPath,
  groupsPath,
  historyPath,
  homePath,
  inboxPath,
  manualPath,
  rolesPath,
  type SettingsPage,
  settingsPath,
  spendingPath,
} from './schemas/paths'

export const productName = 'Auto Comment Bot'

export interface Route {
  /** As wouter matches it, e.g. `/admin/history/:taskId`. */
  path: string
  title: (id: string) => string
  /** A file below `src/views` without its extension. */
  screen: `${string}/${string}Screen`
}

/** An entry of the sidebar and of the palette. */
export interface Page extends Route {
  icon: LucideIcon
  /** Outside the link, so that the link's name stays the title. */
  helper: string
}

export interface Section extends Page {
  /** Addresses below the API's base that are requested before the screen's code arrives. */
  reads: string[]
}

const accounts = '/twitter/accounts?group='
const groups = '/groups'
const roles = '/ai-roles?skip=0&limit=100'
const tasks = '/tasks/?limit=100'

export const publicRoutes: readonly Route[] = [
  { path: '/login', title: () => 'Login', screen: 'session/LoginScreen' },
  { path: '/sign-up', title: () => 'Sign up', screen: 'session/SignUpScreen' },
  { path: '/reset', title: () => 'Set a new password', screen: 'session/ResetScreen' },
]

export const sections: readonly Section[] = [
  {
    path: homePath,
    title: () => 'Home',
    helper: 'Write and send replies',
    icon: MessageSquareReply,
    screen: 'composer/HomeScreen',
    reads: [roles, groups, accounts],
  },
  {
    path: rolesPath,
    title: () => 'AI Character',
    helper: 'Personas and their models',
    icon: Bot,
    screen: 'characters/RolesScreen',
    reads: [roles],
  },
  {
    path: accountsPath,
    title: () => 'Media Agent',
    helper: 'Connected X accounts',
    icon: AtSign,
    screen: 'accounts/AgentsScreen',
    reads: [accounts],
  },
  {
    path: groupsPath,
    title: () => 'Post Group',
    helper: 'Sets of accounts to post through',
    icon: UsersRound,
    screen: 'groups/GroupsScreen',
    reads: [groups],
  },
  {
    path: historyPath,
    title: () => 'History',
    helper: 'Sent replies and failures',
    icon: History,
    screen: 'history/HistoryScreen',
    reads: [tasks],
  },
]

/** Below the sections in the sidebar. */
export const settings: Section = {
  path: settingsPath,
  title: () => 'Settings',
  helper: 'Password, sending, limits and tokens',
  icon: Settings,
  screen: 'settings/SettingsScreen',
  reads: [],
}

export const settingsTitles: Record<SettingsPage, string> = {
  profile: 'Profile',
  security: 'Security',
  sending: 'Sending',
  usage: 'Usage and budgets',
  tokens: 'API tokens',
  operators: 'Operators',
  'sign-in-log': 'Sign-in log',
}

export const isSettingsPage = (page: string): page is SettingsPage => Object.hasOwn(settingsTitles, page)

/** Below their section in the sidebar. They need more than the specified calls. */
export const ourPages: readonly Page[] = [
  {
    path: inboxPath,
    title: () => 'Inbox',
    helper: 'Mentions waiting for an answer',
    icon: Inbox,
    screen: 'inbox/InboxScreen',
  },
  {
    path: manualPath,
    title: () => 'Post manually',
    helper: 'Replies that X rejects from apps',
    icon: Hand,
    screen: 'manual/ManualPostingScreen',
  },
  {
    path: spendingPath,
    title: () => 'Spending',
    helper: 'Costs of X and models, and daily budgets',
    icon: CircleDollarSign,
    screen: 'usage/SpendingScreen',
  },
]

export const detailRoutes: readonly Route[] = [
  ...ourPages,
  { path: `${rolesPath}/:roleId`, title: () => 'AI Details', screen: 'characters/RoleEditScreen' },
  { path: `${accountsPath}/:accountId`, title: () => 'Media Agent Details', screen: 'accounts/AgentEditScreen' },
  { path: `${groupsPath}/:groupId`, title: () => 'Group Details', screen: 'groups/GroupEditScreen' },
  {
    path: `${settingsPath}/:page`,
    title: (page) => (isSettingsPage(page) ? settingsTitles[page] : 'Page not found'),
    screen: 'settings/SettingsScreen',
  },
  { path: `${historyPath}/:taskId`, title: (id) => `Task ${shortId(id)}`, screen: 'history/TaskScreen' },
]

export const adminHome = rolesPath

export interface Place {
  section: Section | null
  detail: string | null
}

/** `/admin/history/7` is in History, at "Task 7". */
export const placeOf = (path: string): Place => {
  const section = [...sections, settings].find((each) => path === each.path || path.startsWith(`${each.path}/`)) ?? null
  const rest = section ? path.slice(section.path.length + 1) : ''
  const route =
    detailRoutes.find((each) => each.path === path) ??
    detailRoutes.find((each) => section && each.path.startsWith(`${section.path}/:`))
  const id = rest.includes('/') ? '' : decodePart(rest)
  return { section, detail: route && id ? route.title(id) : null }
}

export const titleOf = (path: string): string => {
  const { section, detail } = placeOf(path)
  const page = publicRoutes.find((each) => each.path === path) ?? section
  return [detail, page?.title('') ?? 'Page not found', productName].filter(Boolean).join(' · ')
}

/** Reverses `encodeURIComponent`, of which the router undoes only a part. Invalid parts stay unchanged. */
export const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const shortId = (id: string): string => (id.length > 10 ? `${id.slice(0, 5)}…${id.slice(-3)}` : id)
