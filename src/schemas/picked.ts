/** In the order of `names`. */
export const picked = <T extends object>(values: T, names: readonly string[]): Partial<T> =>
  Object.fromEntries(
    names.filter((name) => name in values).map((name) => [name, values[name as keyof T]]),
  ) as Partial<T>
