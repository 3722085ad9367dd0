/** X's epoch: a post's id contains the milliseconds since then above its 22 lowest bits (X documentation, "X IDs"). */
const epoch = 1_288_834_974_657

/** The lowest possible id of a post at that time. */
export const idAt = (at: Date): string => String(BigInt(Math.max(0, at.getTime() - epoch)) << 22n)

/** The time of the post with this id, by X's clock. */
export const postedAt = (id: string): Date => new Date(Number(BigInt(id) >> 22n) + epoch)
