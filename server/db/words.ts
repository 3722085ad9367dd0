export const noAnswer = 'The database does not answer. Try again.'
export const lockedByAnother = 'Another program locks the database. Try again.'
export const diskFull = "The server's disk is full or failing, so nothing can be stored. Try again later."
export const diskReadOnly = "The server's disk is read-only, so nothing can be stored. Ask your administrator."
export const standby = 'The database cannot be written now; a failover may be in progress. Try again.'
export const noRoom = 'The database accepts no more connections. Try again.'
export const conflict = 'Somebody else changed the same data at the same time. Try again.'
export const tooSlow = 'The database took too long. Try again.'
export const changesUsed = (most: string): string =>
  `You have reached today's limit of ${most} changes. It resets at 00:00 UTC.`
export const restInLog = 'further refusals within the hour are only in the log'
export const fileReplaced = 'The database file was removed or replaced: restart the server'
export const stopping = 'The server is stopping'
export const nothingSent = (obstacle: string): string => `Nothing is sent: ${obstacle}`
export const databaseSilent = 'health: the database does not answer'
export const databaseSilentAnswer = 'The database does not answer'
