export const recordNotLoaded = 'This record could not be loaded. Check the connection, then try again.'
export const recordMissing = 'This record does not exist. It may have been deleted.'
export const listNotLoaded = 'The list could not be loaded. Check the connection, then try again.'
export const notLoadedAgain = 'could not be loaded again.'
export const windowNotLoaded = 'This could not be loaded.'
export const partNotLoaded = (advice: string): string => `This could not be loaded. ${advice}`
export const partNotShown = 'This part could not be shown.'
export const oneFewer = (what: string): string => `One ${what} less`
export const oneMore = (what: string): string => `One ${what} more`
export const rowsPerPage = 'Rows per page'
export const charactersOver = (over: number, max: number): string => `${over} over ${max}`
export const charactersUsed = (used: number, max: number): string => `${used} of ${max}`
export const nameRequired = 'Name is required'
export const buttons = { cancel: 'Cancel', tryAgain: 'Try again' } as const
export const unreadable = (fields: readonly string[]): string => `Missing or unreadable: ${fields.join(', ')}.`
