export const accountScope = (accountId: number) => `account:${accountId}`

/** X counts requests by app, whichever operator uses the app's keys. @param app a result of `appOf` */
export const appScope = (app: string) => `app:${app}`

/** X accepts nothing more from the app: no credits, usage cap, client forbidden. */
export const pausedScope = (app: string) => `paused:${app}`

/** X limits the account without a time at which the limit ends. */
export const restScope = (accountId: number) => `rest:${accountId}`

/** X answered 401 for the account, possibly because of a fault at X. */
export const doubtScope = (accountId: number) => `doubt:${accountId}`

/** The operator's daily budget is used up, so their replies wait. */
export const budgetScope = (ownerId: number) => `budget:${ownerId}`

/**
 * The operator's daily budget for reading mentions is used up. Reading costs less than a reply, so it has a hold of its
 * own.
 */
export const readingScope = (ownerId: number) => `reading:${ownerId}`
