const key = 'access_token'

export interface TokenStore {
  get(): string | undefined
  set(token: string): void
  clear(): void
  /** False while the browser keeps nothing for the page: the token is in its memory alone. */
  isKept(): boolean
  /**
   * Calls back when another tab changes the token, and when the page is shown again, since a page that Back brings out of
   * the browser's cache has not heard of what other tabs did. Returns the function that stops it.
   */
  watch(listener: (token: string | undefined) => void): () => void
}

/** `tabs` is where the browser tells of changes that other tabs make: the window. */
export const createTokenStore = (storage: Storage, tabs: EventTarget): TokenStore => {
  let held: string | undefined
  const get = () => held ?? (storage.getItem(key) || undefined)
  return {
    get,
    set: (token) => {
      held = undefined
      try {
        storage.setItem(key, token)
      } catch {
        storage.removeItem(key)
        held = token
      }
    },
    clear: () => {
      held = undefined
      storage.removeItem(key)
    },
    isKept: () => held === undefined,
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
