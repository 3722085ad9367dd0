/** What the chart guarantees to be there. Throws, naming it, where the chart is wrong. */
export const present = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`There is no ${what}`)
  return value
}
