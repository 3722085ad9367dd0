/** Ends the turn, once. */
export type Turn = () => void

/** Lets one at a time go on, in the order in which they asked. */
export const createTurns = (): (() => Promise<Turn>) => {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    let end: Turn = () => undefined
    last = new Promise((resolve) => {
      end = resolve
    })
    await before
    return end
  }
}
