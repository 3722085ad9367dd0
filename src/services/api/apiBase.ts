export const apiBase: string = import.meta.env.VITE_API_BASE_URL || '/api/v1'

/** Each address has its own description. */
export const metaKeyOf = (baseUrl: string): string =>
  baseUrl === '/api/v1' ? 'auto-comment-bot.meta' : `auto-comment-bot.meta.${baseUrl}`

/** Read before the code that checks the rest is loaded. */
export const wasSandbox = (storage: Storage, baseUrl: string): boolean =>
  /"sandbox":true/.test(storage.getItem(metaKeyOf(baseUrl)) ?? '')
