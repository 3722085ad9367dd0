/** The browser may refuse this storage at any time. It is then empty, and only `setItem` throws. */
export const openStorage = (open: () => Storage): Storage => {
  const unlessRefused = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(open())
    } catch {
      return otherwise
    }
  }
  return {
    get length() {
      return unlessRefused((storage) => storage.length, 0)
    },
    key: (index) => unlessRefused((storage) => storage.key(index), null),
    getItem: (key) => unlessRefused((storage) => storage.getItem(key), null),
    setItem: (key, value) => open().setItem(key, value),
    removeItem: (key) => unlessRefused((storage) => storage.removeItem(key), undefined),
    clear: () => unlessRefused((storage) => storage.clear(), undefined),
  }
}
