export interface Changes<T> {
  tell(change: T): void
  /** Returns a function that stops watching. */
  watch(listener: (change: T) => void): () => void
}

export const createChanges = <T>(): Changes<T> => {
  const listeners = new Set<(change: T) => void>()
  return {
    tell: (change) => {
      for (const listener of listeners) listener(change)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
