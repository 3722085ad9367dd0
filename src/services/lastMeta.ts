/** Where what the server said it was is kept. */
export const metaKey = 'auto-comment-bot.meta'

/** Whether the server was a sandbox when it was last asked; read before the code is there that checks the rest. */
export const wasSandbox = (storage: Storage): boolean => /"sandbox":true/.test(storage.getItem(metaKey) ?? '')
