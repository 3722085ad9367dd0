const key = 'access_token'

export interface TokenStore {
  get(): string | undefined
  set(token: string): void
  clear(): void
  /**
   * Calls back when another tab changes the token, and when the page is shown again, since a page that Back brings out of
   * the browser's cache has not heard of what other tabs did. Returns the function that stops it.
   */
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
      const onChange = ({ key: changed = key }: Event & { key?: string | null }) => {
        if (changed === key || changed === null) listener(get())
      }
      tabs.addEventListener('storage', onChange)
      tabs.addEventListener('pageshow', onChange)
      return () => {
        tabs.removeEventListener('storage', onChange)
        tabs.removeEventListener('pageshow', onChange)
      }
    },
  }
}
