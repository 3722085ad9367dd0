/** The addresses of the console's pages. `src/routes.ts` says what each page is. */
export const homePath = '/admin/home'
export const rolesPath = '/admin/ai-character'
export const accountsPath = '/admin/media-agent'
export const groupsPath = '/admin/group'
export const historyPath = '/admin/history'

/** What others say to the operator's accounts. */
export const inboxPath = `${homePath}/inbox`
export const ownAccountPath = `${homePath}/account`
/** What is posted by hand: `?item=` names the one to begin with. */
export const byHandPath = `${historyPath}/by-hand`
export const spendingPath = `${historyPath}/spending`

type Id = number | string

export const rolePath = (id: Id): string => `${rolesPath}/${encodeURIComponent(id)}`
export const accountPath = (id: Id): string => `${accountsPath}/${encodeURIComponent(id)}`
export const groupPath = (id: Id): string => `${groupsPath}/${encodeURIComponent(id)}`
export const taskPath = (id: Id): string => `${historyPath}/${encodeURIComponent(id)}`
