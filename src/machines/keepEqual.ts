/**
 * The entries of `next`, but for those that equal the one of `last` at the same place: that very object stands there, and
 * what was drawn from it need not be drawn again. Entries are JSON values of one schema.
 */
export const keepEqual = <T>(last: readonly T[] | undefined, next: readonly T[]): T[] =>
  next.map((entry, index) => {
    const known = last?.[index]
    return known !== undefined && isEqual(known, entry) ? known : entry
  })

const isEqual = (one: unknown, other: unknown): boolean => {
  if (!isObject(one) || !isObject(other)) return one === other
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => isEqual(one[name], other[name]))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
