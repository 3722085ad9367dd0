/** `src/routes.ts` describes each page. */
export const homePath = '/admin/home'
export const rolesPath = '/admin/ai-character'
export const accountsPath = '/admin/media-agent'
export const groupsPath = '/admin/group'
export const historyPath = '/admin/history'

export const inboxPath = `${homePath}/inbox`
/** The address of the settings before version 1.0.0. */
export const earlierSettingsPath = `${homePath}/account`
export const settingsPath = '/admin/settings'
export type SettingsPage = 'profile' | 'security' | 'sending' | 'usage' | 'tokens' | 'operators' | 'sign-in-log'
export const settingsPagePath = (page: SettingsPage): string => `${settingsPath}/${page}`
/** `?item=` names the first item to show. */
export const manualPath = `${historyPath}/by-hand`
export const spendingPath = `${historyPath}/spending`

type Id = number | string

export const rolePath = (id: Id): string => `${rolesPath}/${encodeURIComponent(id)}`
export const accountPath = (id: Id): string => `${accountsPath}/${encodeURIComponent(id)}`
export const groupPath = (id: Id): string => `${groupsPath}/${encodeURIComponent(id)}`
export const taskPath = (id: Id): string => `${historyPath}/${encodeURIComponent(id)}`
