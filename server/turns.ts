/**
 * Whose turn is next: that of the operator of whom the fewest are under way, and among equals of who was served longest
 * ago. One who has a thousand waiting holds nobody else up for longer than one of them takes.
 */
export interface Turns {
  /**
   * The operators of whom something waits, next one first; without those of whom as many are under way as may be.
   *
   * @param fewer of one operator's may be under way for now.
   */
  order(ownerIds: number[], fewer?: number): number[]
  /** One of this operator's is under way until the work is done. */
  serve(ownerId: number, work: Promise<unknown>): void
}

interface Served {
  underWay: number
  /** Higher than that of everybody who was served before. */
  turn: number
}

/** @param most of one operator's that may be under way. */
export const createTurns = (most: number): Turns => {
  const served = new Map<number, Served>()
  let turns = 0
  const of = (ownerId: number): Served => served.get(ownerId) ?? { underWay: 0, turn: 0 }

  return {
    order: (ownerIds, fewer = most) =>
      ownerIds
        .filter((ownerId) => of(ownerId).underWay < Math.min(most, fewer))
        .toSorted((a, b) => of(a).underWay - of(b).underWay || of(a).turn - of(b).turn || a - b),
    serve(ownerId, work) {
      turns += 1
      served.set(ownerId, { underWay: of(ownerId).underWay + 1, turn: turns })
      const end = () => served.set(ownerId, { ...of(ownerId), underWay: of(ownerId).underWay - 1 })
      work.then(end, end)
    },
  }
}
