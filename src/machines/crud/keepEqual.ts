/** Keeps equal entries of `last`, so that rows drawn from them are not drawn again. Entries are parsed JSON. */
export const keepEqual = <T>(last: readonly T[] | undefined, next: readonly T[]): T[] =>
  next.map((entry, index) => {
    const known = last?.[index]
    return known !== undefined && JSON.stringify(known) === JSON.stringify(entry) ? known : entry
  })
