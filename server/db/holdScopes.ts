export const accountScope = (accountId: number) => `account:${accountId}`

/** @param app as `appOf` names it: X counts by app, whoever of the operators uses its keys. */
export const appScope = (app: string) => `app:${app}`

/** X takes nothing more from the app: no credits, usage cap, client forbidden. */
export const pausedScope = (app: string) => `paused:${app}`

/** X wants the account to rest, and says not for how long. */
export const restScope = (accountId: number) => `rest:${accountId}`

/** X said 401 of the account, which may be a fault of its own. */
export const doubtScope = (accountId: number) => `doubt:${accountId}`

/** The operator's budget for the day is used up: it holds his replies back. */
export const budgetScope = (ownerId: number) => `budget:${ownerId}`

/** The same, of the reading of his accounts' mentions, which costs less. */
export const readingScope = (ownerId: number) => `reading:${ownerId}`
