/**
 * Runs at most `size` of the given works at once; the others wait in the order they came.
 *
 * @param crowd how many may wait, and what the next one is refused with; without it all of them may.
 */
export const createLimiter = (size: number, crowd?: { most: number; refusal: () => Error }) => {
  const waiting: (() => void)[] = []
  let running = 0

  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  /** @param goesFirst before all that wait, however many they are. */
  return async <T>(work: () => Promise<T>, goesFirst = false): Promise<T> => {
    if (running < size) running += 1
    else if (goesFirst) await new Promise<void>((resolve) => waiting.unshift(resolve))
    else if (crowd && waiting.length >= crowd.most) throw crowd.refusal()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      release()
    }
  }
}
