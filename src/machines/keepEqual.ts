/**
 * The entries of `next`, but for those that equal the one of `last` at the same place: that very object stands there, and
 * what was drawn from it need not be drawn again. Entries are parsed JSON.
 */
export const keepEqual = <T>(last: readonly T[] | undefined, next: readonly T[]): T[] =>
  next.map((entry, index) => {
    const known = last?.[index]
    return known !== undefined && JSON.stringify(known) === JSON.stringify(entry) ? known : entry
  })
