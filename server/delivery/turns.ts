/**
 * Whose reply is sent next: the operator of whom the fewest are under way, and among equals the one who was served
 * longest ago. One who has a thousand waiting holds nobody else up for longer than one reply takes.
 */
export interface Turns {
  /** The operators of whom something waits, next one first. */
  order(ownerIds: number[]): number[]
  /** One of this operator's is under way until the work is done. */
  serve(ownerId: number, work: Promise<unknown>): void
}

interface Served {
  underWay: number
  /** Higher than that of everybody who was served before. */
  turn: number
}

export const createTurns = (): Turns => {
  const served = new Map<number, Served>()
  let turns = 0
  const of = (ownerId: number): Served => served.get(ownerId) ?? { underWay: 0, turn: 0 }

  return {
    order: (ownerIds) =>
      ownerIds.toSorted((a, b) => of(a).underWay - of(b).underWay || of(a).turn - of(b).turn || a - b),
    serve(ownerId, work) {
      turns += 1
      served.set(ownerId, { underWay: of(ownerId).underWay + 1, turn: turns })
      work.finally(() => served.set(ownerId, { ...of(ownerId), underWay: of(ownerId).underWay - 1 }))
    },
  }
}
