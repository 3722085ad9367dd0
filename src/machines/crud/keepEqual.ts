/** Keeps equal entries of `last`, so that rows drawn from them are not drawn again. Entries are parsed JSON. */
export const keepEqual = <T>(last: readonly T[] | undefined, next: readonly T[]): T[] =>
  next.map((entry, index) => {
    const known = last?.[index]
    return known !== undefined && isEqual(known, entry) ? known : entry
  })

/** For parsed JSON. Most equal values are the same object, which costs nothing. */
export const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
