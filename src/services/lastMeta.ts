export const metaKey = 'auto-comment-bot.meta'

/** Read before the code that checks the rest is loaded. */
export const wasSandbox = (storage: Storage): boolean => /"sandbox":true/.test(storage.getItem(metaKey) ?? '')
