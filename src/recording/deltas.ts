/**
 * Snapshots of one machine share most of their objects, so a file contains only what differs from the one before:
 * `{ $same: true }` is the earlier value, `{ $first, $then }` an earlier list's first entries and others after them.
 */
export const deltaOf = (value: unknown, before: unknown): unknown => {
  if (!isObject(value) || !isObject(before)) return value
  if (value === before) return { $same: true }
  if (Array.isArray(value)) return Array.isArray(before) ? listDelta(value, before) : value
  if (Array.isArray(before)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, deltaOf(each, Reflect.get(before, name))]),
  )
}

export const withoutDelta = (delta: unknown, before: unknown): unknown => {
  if (!isObject(delta) || Array.isArray(delta)) return delta
  if ('$same' in delta) return before
  if ('$first' in delta && '$then' in delta && Array.isArray(delta.$then))
    return [...(Array.isArray(before) ? before.slice(0, Number(delta.$first)) : []), ...delta.$then]
  const earlier = isObject(before) ? before : {}
  return Object.fromEntries(
    Object.entries(delta).map(([name, each]) => [name, withoutDelta(each, Reflect.get(earlier, name))]),
  )
}

const listDelta = (value: unknown[], before: unknown[]): unknown => {
  const differs = value.findIndex((each, index) => each !== before[index])
  const first = differs < 0 ? value.length : differs
  return first === 0 ? value : { $first: first, $then: value.slice(first) }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
