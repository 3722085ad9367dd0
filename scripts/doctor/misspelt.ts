/** The fewest letters that are changed, added or removed to get from one word to the other. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1]
    for (const [index, wanted] of [...other].entries()) {
      const changed = (row[index] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Short names such as HOME and PATH resemble settings by chance. */
const isNear = (name: string, setting: string): boolean =>
  distance(name, setting) <= Math.floor(Math.min(name.length, setting.length) / 5)

/** Environment variables that resemble a setting without being one, each with the nearest setting. */
export const misspelt = (names: string[], settings: string[]): [name: string, nearest: string][] =>
  names.flatMap((name): [string, string][] => {
    if (settings.includes(name)) return []
    const [nearest] = settings
      .filter((setting) => isNear(name.toUpperCase(), setting))
      .toSorted((a, b) => distance(name.toUpperCase(), a) - distance(name.toUpperCase(), b))
    return nearest === undefined ? [] : [[name, nearest]]
  })
