import * as z from 'zod/mini'

/**
 * One JSON value under one key, checked against its schema whenever it is read. What another version of the console
 * or a person wrote there reads as undefined. A storage that is full or forbidden keeps nothing and breaks nothing.
 */
export const createStored = <T>(storage: Storage, key: string, schema: z.ZodMiniType<T>) => ({
  read: (): T | undefined => {
    try {
      const parsed = z.safeParse(schema, JSON.parse(storage.getItem(key) ?? 'null'))
      return parsed.success ? parsed.data : undefined
    } catch {
      return undefined
    }
  },
  write: (value: T): void => {
    try {
      storage.setItem(key, JSON.stringify(value))
    } catch {
      storage.removeItem(key)
    }
  },
  remove: (): void => storage.removeItem(key),
})

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
    write: (value: T): void => opened().write(value),
    remove: (): void => opened().remove(),
  }
}
