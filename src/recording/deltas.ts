/**
 * Snapshots of one machine share most of their objects, so a file contains only what differs from the one before:
 * `{ $same: true, ...fields }` is the earlier value except for these fields, `{ $first, $then }` an earlier list's first
 * entries and others after them. A file has no undefined fields.
 */
export const deltaOf = (value: unknown, before: unknown): unknown => {
  if (!isObject(value) || !isObject(before)) return value
  if (value === before) return { $same: true }
  if (Array.isArray(value)) return Array.isArray(before) ? listDelta(value, before) : value
  if (Array.isArray(before)) return value
  const isGone = ([name, each]: [string, unknown]) => each !== undefined && Reflect.get(value, name) === undefined
  const fields = Object.entries(value)
  const changed = fields.filter(([name, each]) => each !== Reflect.get(before, name))
  const isKept = changed.length < fields.length && !Object.entries(before).some(isGone)
  const deltas = (isKept ? changed : fields).map(([name, each]) => [name, deltaOf(each, Reflect.get(before, name))])
  return { ...(isKept ? { $same: true } : {}), ...Object.fromEntries(deltas) }
}

export const withoutDelta = (delta: unknown, before: unknown): unknown => {
  if (!isObject(delta) || Array.isArray(delta)) return delta
  if ('$first' in delta && '$then' in delta && Array.isArray(delta.$then))
    return [...(Array.isArray(before) ? before.slice(0, Number(delta.$first)) : []), ...delta.$then]
  const earlier = isObject(before) ? before : {}
  const { $same, ...fields } = { $same: false, ...delta }
  const changed = Object.entries(fields)
  if ($same && changed.length === 0) return before
  const whole = changed.map(([name, each]) => [name, withoutDelta(each, Reflect.get(earlier, name))])
  return { ...($same ? earlier : {}), ...Object.fromEntries(whole) }
}

const listDelta = (value: unknown[], before: unknown[]): unknown => {
  const differs = value.findIndex((each, index) => each !== before[index])
  const first = differs < 0 ? value.length : differs
  return first === 0 ? value : { $first: first, $then: value.slice(first) }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
