/** Those fields of `values` that are named. */
export const picked = <T extends object>(values: T, names: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<T>
