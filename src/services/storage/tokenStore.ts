const key = 'access_token'

export interface TokenStore {
  get(): string | undefined
  set(token: string): void
  clear(): void
  /** False if the browser stores nothing; the token is then only in memory. */
  isPersistent(): boolean
  /**
   * Calls back after another tab's change and when the page is shown again, because Back restores pages without events.
   * Returns a function that stops watching.
   */
  watch(listener: (token: string | undefined) => void): () => void
}

/** `tabs` receives events of other tabs: the window. */
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
    isPersistent: () => held === undefined,
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
