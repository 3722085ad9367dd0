import PQueue from 'p-queue'

/**
 * Runs at most `size` functions at the same time, in order of arrival.
 *
 * @param crowd how many may wait, and the error for further ones; unlimited by default.
 */
export const createLimiter = (size: number, crowd?: { most: number; refusal: () => Error }) => {
  const queue = new PQueue({ concurrency: size })

  /** @param goesFirst before all that wait. */
  return async <T>(work: () => Promise<T>, goesFirst = false): Promise<T> => {
    if (crowd && !goesFirst && queue.pending >= size && queue.size >= crowd.most) throw crowd.refusal()
    return queue.add(work, { priority: goesFirst ? 1 : 0 })
  }
}
