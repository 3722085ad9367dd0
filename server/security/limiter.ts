import PQueue from 'p-queue'

/**
 * Runs at most `size` of the given works at once; the others wait in the order they came.
 *
 * @param crowd how many may wait, and what the next one is refused with; without it all of them may.
 */
export const createLimiter = (size: number, crowd?: { most: number; refusal: () => Error }) => {
  const queue = new PQueue({ concurrency: size })

  /** @param goesFirst before all others that wait, however many they are. */
  return async <T>(work: () => Promise<T>, goesFirst = false): Promise<T> => {
    if (crowd && !goesFirst && queue.pending >= size && queue.size >= crowd.most) throw crowd.refusal()
    return queue.add(work, { priority: goesFirst ? 1 : 0 })
  }
}
