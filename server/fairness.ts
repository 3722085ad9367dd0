/**
 * Fairness between operators: the next one has the least work in progress, and among equals was served least
 * recently. An operator with a thousand calls delays others by at most one of them.
 */
export interface Fairness {
  /**
   * Sorts operators with waiting work, the next one first. Operators at their limit are left out.
   *
   * @param fewer a lower limit per operator, for now.
   */
  order(ownerIds: number[], fewer?: number): number[]
  /** Counts `work` as in progress for this operator until it settles. */
  serve(ownerId: number, work: Promise<unknown>): void
}

interface Served {
  underWay: number
  place: number
}

/** @param most work of one operator in progress at the same time. */
export const createFairness = (most: number): Fairness => {
  const served = new Map<number, Served>()
  let count = 0
  const of = (ownerId: number): Served => served.get(ownerId) ?? { underWay: 0, place: 0 }

  return {
    order: (ownerIds, fewer = most) =>
      ownerIds
        .filter((ownerId) => of(ownerId).underWay < Math.min(most, fewer))
        .toSorted((a, b) => of(a).underWay - of(b).underWay || of(a).place - of(b).place || a - b),
    serve(ownerId, work) {
      count += 1
      served.set(ownerId, { underWay: of(ownerId).underWay + 1, place: count })
      const end = () => served.set(ownerId, { ...of(ownerId), underWay: of(ownerId).underWay - 1 })
      work.then(end, end)
    },
  }
}
