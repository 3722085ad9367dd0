/** `Map.groupBy` is missing in Node 20. */
export const grouped = <TItem, TKey>(items: readonly TItem[], keyOf: (item: TItem) => TKey): Map<TKey, TItem[]> => {
  const groups = new Map<TKey, TItem[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
