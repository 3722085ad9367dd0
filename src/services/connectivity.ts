/** Has the shape that `useSyncExternalStore` needs. */
export interface Connectivity {
  isOnline(): boolean
  subscribe(listener: () => void): () => void
}

export const createConnectivity = (navigator: { readonly onLine: boolean }, page: EventTarget): Connectivity => ({
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    page.addEventListener('online', listener)
    page.addEventListener('offline', listener)
    return () => {
      page.removeEventListener('online', listener)
      page.removeEventListener('offline', listener)
    }
  },
})
