import * as z from 'zod/mini'

/**
 * One JSON value under one key, checked against its schema whenever it is read. What another version of the console
 * or a person wrote there reads as undefined. A storage that is full or forbidden keeps nothing and breaks nothing.
 */
export const createStored = <T>(storage: Storage, key: string, schema: z.ZodMiniType<T>) => {
  /** As it was last read or written here. */
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
    /** Whether another tab of this browser has written or removed it since. */
    isAnother: (): boolean => readText() !== known,
    /** What another tab of this browser has put there since. */
    readOthers: (): T | undefined => {
      const text = readText()
      return text === known ? undefined : parse(text)
    },
    /** @returns whether it is kept. */
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
 * One such value per operator. What was read is what is written, even if somebody else signs in meanwhile in another tab.
 * `keyOf` and `operator` say whose it is when it is read.
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
    /** What stands there by now, of the operator for whom it was read before. */
    readAgain: (): T | undefined => opened().read(),
    readOthers: (): T | undefined => opened().readOthers(),
    write: (value: T): boolean => opened().write(value),
    remove: (): void => opened().remove(),
    /**
     * Calls back when another tab of this browser has changed or removed it. A page that Back brings out of the browser's cache
     * has heard of nothing meanwhile, so that it looks. Returns the function that stops it.
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
