/** X's epoch: a post's id holds the milliseconds since then above its 22 lowest bits (X documentation, "X IDs"). */
const epoch = 1_288_834_974_657

/** The first id that a post of that moment may have. */
export const idAt = (at: Date): string => String(BigInt(Math.max(0, at.getTime() - epoch)) << 22n)

/** When the post of this id was made, by X's clock. */
export const postedAt = (id: string): Date => new Date(Number(BigInt(id) >> 22n) + epoch)
