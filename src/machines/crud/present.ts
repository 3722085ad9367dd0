/** Throws if the chart did not guarantee the value. */
export const present = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`There is no ${what}`)
  return value
}
