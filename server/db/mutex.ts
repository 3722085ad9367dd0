/** Lets the next one go on. */
export type Unlock = () => void

/** Lets one at a time go on, in the order in which they asked. */
export const createMutex = (): (() => Promise<Unlock>) => {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    let unlock: Unlock = () => undefined
    last = new Promise((resolve) => {
      unlock = resolve
    })
    await before
    return unlock
  }
}
