import * as z from 'zod/mini'

/**
 * One JSON value under one key, checked against its schema on every read. Invalid values read as undefined. A full or
 * forbidden storage keeps nothing and breaks nothing.
 */
export const createStored = <T>(storage: Storage, key: string, schema: z.ZodMiniType<T>) => {
  let known: string | null = null
  const readText = (): string | null => {
    try {
      return storage.getItem(key)
    } catch {
      return null
    }
  }
  const parse = (text: string | null): T | undefined => {
    try {
      const parsed = z.safeParse(schema, JSON.parse(text ?? 'null'))
      return parsed.success ? parsed.data : undefined
    } catch {
      return undefined
    }
  }
  return {
    key,
    read: (): T | undefined => {
      known = readText()
      return parse(known)
    },
    /** True if another tab has written or removed the value since. */
    isAnother: (): boolean => readText() !== known,
    readOthers: (): T | undefined => {
      const text = readText()
      return text === known ? undefined : parse(text)
    },
    /** @returns true if the value is stored */
    write: (value: T): boolean => {
      try {
        const text = JSON.stringify(value)
        storage.setItem(key, text)
        known = text
        return true
      } catch {
        storage.removeItem(key)
        known = null
        return false
      }
    },
    remove: (): void => {
      storage.removeItem(key)
      known = null
    },
  }
}

/**
 * One value per operator. The operator of the last read stays the owner, even if somebody else signs in in another tab.
 */
export const createOwnStored = <T>(
  storage: Storage,
  keyOf: (operator: string) => string,
  operator: () => string,
  schema: z.ZodMiniType<T>,
) => {
  const open = () => createStored(storage, keyOf(operator()), schema)
  let slot: ReturnType<typeof open> | undefined
  const opened = () => {
    slot ??= open()
    return slot
  }
  return {
    read: (): T | undefined => {
      slot = open()
      return slot.read()
    },
    readAgain: (): T | undefined => opened().read(),
    readOthers: (): T | undefined => opened().readOthers(),
    write: (value: T): boolean => opened().write(value),
    remove: (): void => opened().remove(),
    /**
     * Calls back after another tab's change, and after Back restores the page from the browser's cache. Returns a
     * function that stops watching.
     */
    watch: (listener: () => void): (() => void) => {
      const { key } = opened()
      const tell = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener()
      }
      const look = ({ persisted }: PageTransitionEvent) => {
        if (persisted && opened().isAnother()) listener()
      }
      window.addEventListener('storage', tell)
      window.addEventListener('pageshow', look)
      return () => {
        window.removeEventListener('storage', tell)
        window.removeEventListener('pageshow', look)
      }
    },
  }
}
