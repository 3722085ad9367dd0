const key = 'access_token'

export interface TokenStore {
  get(): string | undefined
  set(token: string): void
  clear(): void
  /** Calls back when another tab changes the token. Returns the function that stops it. */
  watch(listener: (token: string | undefined) => void): () => void
}

/** `tabs` is where the browser tells of changes that other tabs make: the window. */
export const createTokenStore = (storage: Storage, tabs: EventTarget): TokenStore => {
  const get = () => storage.getItem(key) || undefined
  return {
    get,
    set: (token) => storage.setItem(key, token),
    clear: () => storage.removeItem(key),
    watch: (listener) => {
      const onStorage = (event: Event) => {
        if (event instanceof StorageEvent && (event.key === key || event.key === null)) listener(get())
      }
      tabs.addEventListener('storage', onStorage)
      return () => tabs.removeEventListener('storage', onStorage)
    },
  }
}
